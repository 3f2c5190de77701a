// What a claim of a draft is measured on, and what is said of one that is not true. Promises plain data. Refuses to know
// where the facts come from: that is claim-facts.ts.

export type Op = "create" | "modify" | "delete";

/** What the log knows of a turn. Where something may have happened out of sight, it counts as having happened. */
export type ClaimFacts = {
  changed: {
    /** Paths with a change that is proposed and open. */
    staged: readonly string[];
    landed: readonly string[];
    /** Shown to the person and not applied. */
    rejected: readonly string[];
    /** Changed by others on the disk, under a review of this turn. */
    moved?: readonly string[];
  };
  /** What became of a path; a path that is missing may have become anything. */
  ops: ReadonlyMap<string, Op>;
  read: readonly string[];
  lookups: readonly Lookup[];
  testsRun: boolean;
  /** Null where nothing was checked. */
  checks: "passed" | "open" | null;
  /** Paths of the project, as far as they are known: they tell a file's name from other words. */
  files: readonly string[];
  /** The person's words. */
  request: string;
};

export type Lookup = { tool: string; query: string };

export type ClaimKind = "change" | "tests" | "read" | "lookup" | "check" | "landing";

/** A claim that the log contradicts. `text` stands in the draft, on `line`; `names` is what it is about, as written. */
export type FalseClaim = { kind: ClaimKind; text: string; names: string[]; line: number };

/** One thing that a draft says was done. */
export type Claim = {
  kind: ClaimKind;
  /** What of the log can bear it out: an op, a tool's kind, nothing particular. */
  needs: Need;
  names: string[];
  /** "three files": at least so many. */
  count: number;
};

export type Need =
  | "any"
  | "either"
  | "create"
  | "delete"
  | "move"
  | "docs"
  | "web"
  | "project"
  | "grep"
  | "run";
