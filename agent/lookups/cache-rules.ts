// The rules of the lasting cache, to be read aloud: the first that fits decides. Promises that what no rule names is not
// kept, and that a failure, an empty, a flagged, a cut or a short answer never is. Refuses to look at anything but the
// answer and what is in use now.

export type LookupAnswer = {
  tool: string;
  /** The workspace it was asked in. */
  workspace: string;
  /** The index version it was made from. */
  index: string;
  /** The documentation sources that its chunks are from. */
  sources: string[];
  chunks: string[];
  /** As it was asked, and as queries are compared. */
  query: string;
  normalised: string;
  ok: boolean;
  text: string;
  /** Cut by length somewhere on its way. */
  cut: boolean;
  /** What the audit of the answer found wrong with it. */
  findings: string[];
  keptAt: number;
};

export const DAY_MS = 24 * 60 * 60 * 1000;
/** Shorter text is no answer to a question about an interface. */
const SHORTEST = 20;

type KeepRule = { name: string; ttlMs: number; when(answer: LookupAnswer): boolean };

const keepRules: readonly KeepRule[] = [
  { name: "failures are retried, not remembered", ttlMs: 0, when: (a) => !a.ok },
  { name: "an empty answer is none", ttlMs: 0, when: (a) => a.text.trim() === "" || a.normalised === "" },
  { name: "flagged answers would serve poison", ttlMs: 0, when: (a) => a.findings.length > 0 },
  { name: "cut answers are not whole", ttlMs: 0, when: (a) => a.cut },
  {
    name: "implausibly short answers are failures in disguise",
    ttlMs: 0,
    when: (a) => a.text.trim().length < SHORTEST,
  },
  { name: "an answer without a source could not die with it", ttlMs: 0, when: (a) => a.sources.length === 0 },
  {
    name: "answers live as long as their index, thirty days at most",
    ttlMs: 30 * DAY_MS,
    when: (a) => a.tool === "rag_lookup",
  },
];

/** What is in use now; sources are null where nobody can say. */
export type InUse = { index: string | null; sources: readonly string[] | null; now: number };

type EndRule = { name: string; when(answer: LookupAnswer, inUse: InUse): boolean };

const endRules: readonly EndRule[] = [
  { name: "what the rules would not keep now is not served", when: (a) => ruleFor(a).ttlMs === 0 },
  { name: "an answer dies with its index", when: (a, { index }) => a.index !== index },
  {
    name: "an answer dies with its source",
    when: (a, { sources }) => sources !== null && a.sources.some((source) => !sources.includes(source)),
  },
  { name: "an answer has its time", when: (a, { now }) => a.keptAt + ruleFor(a).ttlMs <= now },
];

/** The rule that decides whether an answer is kept; a `ttlMs` of 0 is not at all. */
export function ruleFor(answer: LookupAnswer): { name: string; ttlMs: number } {
  const rule = keepRules.find(({ when }) => when(answer));
  return rule ?? { name: "what no rule names is not kept", ttlMs: 0 };
}

/** All rules for keeping, in their order. */
export const ruleNames = (): string[] => keepRules.map(({ name }) => name);

/** The rule by which a kept answer is served no more; null while it lives. */
export function endOf(answer: LookupAnswer, inUse: InUse): string | null {
  return endRules.find(({ when }) => when(answer, inUse))?.name ?? null;
}
