// What a person can want of the offline model: one union, read by rules and answered by plans. Promises a name
// for every wish that a rule knows; `unsure` is one that it understood and will not guess at.

export type Intent =
  | { type: "help" }
  | { type: "chat"; mood: "hello" | "thanks" | "doubt" }
  | { type: "list"; pattern: string | null }
  | { type: "show"; file: string; from: number | null; to: number | null }
  | { type: "about"; file: string }
  | { type: "check"; file: string }
  | { type: "docs"; topic: string; example: boolean }
  | { type: "find"; what: string; file: string | null }
  | { type: "remove"; what: string; file: string | null }
  | { type: "remove_file"; file: string }
  | { type: "unsure"; about: Doubt }
  | { type: "rename"; from: string; to: string; file: string | null }
  | { type: "move"; from: string; to: string }
  /** `whole`: said without quotes, so a part of a longer word or number is not meant. */
  | { type: "replace"; old: string; new: string; file: string | null; whole: boolean }
  | { type: "set"; name: string; value: string; file: string | null }
  | { type: "keep"; what: string }
  | { type: "only"; what: string }
  | { type: "restrict"; files: string[]; keep: boolean }
  | { type: "undo" }
  | { type: "instead"; what: string; file: string | null }
  /** What is staged comes back, then this; `sure: false` asks that the new thing is there first. */
  | { type: "redo"; wish: Wish; sure: boolean }
  | { type: "add"; what: string; file: string | null }
  | { type: "place"; file: string }
  | { type: "again" }
  | { type: "unknown"; words: string };

export type Doubt = "everything" | "condition" | "vague" | "code";

export type Wish = Extract<
  Intent,
  { type: "remove" | "remove_file" | "find" | "rename" | "replace" | "set" | "move" | "docs" }
>;

export type Rule = { pattern: RegExp; read(groups: string[], words: string): Intent | null };

const WISHES = new Set(["remove", "remove_file", "find", "rename", "replace", "set", "move", "docs"]);

export const isWish = (intent: Intent): intent is Wish => WISHES.has(intent.type);

/** A wish that changes files. */
export const isChange = (intent: Intent): intent is Wish =>
  isWish(intent) && intent.type !== "find" && intent.type !== "docs";
