// What a draft says was changed: files by name, or something without one. Promises for each verb the files that its sentence
// says it touched. Refuses answers about answers: "I added a summary below" changes no file.

import type { Claim, Need } from "./claim.ts";
import type { Reading } from "./readings.ts";
import { type Scope, scopeOf } from "./scope.ts";
import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";
import type { VerbClass, VerbForm } from "./verbs.ts";
import * as words from "./words.ts";

export type Said = { tokens: readonly Token[]; reading: Reading; form: VerbForm; after: Scope };

/** The files of a statement, by the part they play. */
type Files = Pick<Scope, "direct" | "targets" | "inside" | "sources" | "listed"> & {
  label: readonly Token[];
};
type Touched = { names: readonly Token[]; needs: Need };

const touched: Record<Exclude<VerbClass, "look" | "run">, (files: Files, verb: string) => Touched[]> = {
  create: ({ direct, targets, label }, verb) => [
    { names: direct, needs: CREATES.has(verb) ? "create" : "any" },
    { names: [...targets, ...label], needs: "any" },
  ],
  delete: ({ direct, targets, sources, label }) => {
    const inside = [...targets, ...sources, ...label];
    if (inside.length > 0) return [{ names: inside, needs: "any" }];
    return [
      { names: direct.filter((one) => !one.possessive), needs: "delete" },
      { names: direct.filter((one) => one.possessive), needs: "any" },
    ];
  },
  move: (files) => [{ names: insideOnly(files) ?? allOf(files), needs: "move" }],
  modify: (files) => {
    const { direct, targets, sources, label } = files;
    const inside = insideOnly(files);
    if (inside !== null) return [{ names: inside, needs: "any" }];
    const named = [...direct, ...targets, ...label];
    return [{ names: named.length > 0 ? named : sources, needs: "any" }];
  },
  put: ({ direct, targets, sources, label }, verb) => {
    const into = [...targets, ...label, ...(LEAVES.has(verb) ? sources : [])];
    if (EITHER.has(verb)) return [{ names: [...direct, ...into, ...sources], needs: "either" }];
    if (into.length > 0) return [{ names: into, needs: "any" }];
    return [{ names: TAKES.has(verb) ? [] : direct, needs: "any" }];
  },
  derive: ({ direct, targets, label }) => {
    const into = [...targets, ...label];
    return [{ names: into.length > 0 ? into : direct, needs: "any" }];
  },
  make: ({ direct, targets, sources, label }) => [
    { names: [...direct, ...targets, ...sources, ...label], needs: "any" },
  ],
  receive: ({ direct, targets }) => [{ names: [...direct, ...targets], needs: "any" }],
  land: (files) => [{ names: allOf(files), needs: "any" }],
};

const allOf = ({ direct, targets, sources, label }: Files): Token[] => [
  ...direct,
  ...targets,
  ...sources,
  ...label,
];

/** With these a file is new; one may write or generate what was there. */
const CREATES = new Set(["create", "scaffold", "bootstrap"]);
const LEAVES = new Set(["export", "expose", "re-export", "reexport"]);
/** "Linked a.js to b.js" tells not which of them changed. */
const EITHER = new Set("link connect bind hook wire attach mount thread plumb".split(" "));
/** "Changed old.js to new.js in index.html": the names stand in index.html, and in none of themselves. */
function insideOnly({ direct, targets, sources, inside, listed }: Files): readonly Token[] | null {
  const others = [...direct, ...targets, ...sources].filter((one) => !inside.includes(one));
  return inside.length > 0 && others.length > 0 && !listed ? inside : null;
}
/** "Imported loader.js" changes whatever imports it. */
const TAKES = new Set("import include reference load link register connect mount expose".split(" "));

export function changeClaims(said: Said): Claim[] {
  const { form, after, reading } = said;
  const { class: kind, verb } = form;
  if (kind === "look" || kind === "run") return [];
  if (kind === "receive" && reading.voice === "active" && said.tokens[reading.at + 1]?.lower !== "rid")
    return [];
  if ((kind === "make" && !isChangeMade(said)) || isAside(said) || isTakenBack(said)) return [];
  const files = filesOf(said);
  const claimKind = kind === "land" || isToDisk(said) ? "landing" : "change";
  const named = touched[kind](files, verb)
    .filter(({ names }) => names.length > 0)
    .map(
      ({ names, needs }): Claim => ({
        kind: claimKind,
        needs,
        names: names.map(({ text }) => text),
        count: 0,
      }),
    );
  const count = reading.voice === "active" ? after.count : scopeOfSubject(said).count;
  const [first] = named;
  if (first) return [{ ...first, count }, ...named.slice(1)];
  if (count > 1) return [{ kind: claimKind, needs: kind === "create" ? "create" : "any", names: [], count }];
  return isUnnamedClaim(said) ? [{ kind: claimKind, needs: "any", names: [], count: 0 }] : [];
}

const ASIDE: Readonly<Record<string, RegExp>> = {
  move: /^(?:on|ahead|forward)$/,
  turn: /^(?:out|to)$/,
  set: /^(?:out|about|aside)$/,
  fix: /^on$/,
  drop: /^by$/,
  put: /^(?:off|together)$/,
  add: /^up$/,
  write: /^(?:down|about|back)$/,
  clear: /^up$/,
};
/** "moved on to main.js" moves nothing; "added it up" adds nothing. */
function isAside({ form, tokens, reading }: Said): boolean {
  const next = /^(?:it|them|this|that)$/.test(tokens[reading.at + 1]?.lower ?? "") ? 2 : 1;
  return ASIDE[form.verb]?.test(tokens[reading.at + next]?.lower ?? "") === true;
}

/** "That change to main.js was dropped": what was rejected is gone. */
function isTakenBack({ form, reading, tokens, after }: Said): boolean {
  if (!/^(?:drop|discard|revert|undo|restore|scrap|clear)$/.test(form.verb)) return false;
  const about = reading.voice === "passive" ? tokens.slice(...(reading.subject ?? [0, 0])) : after.object;
  return about.some((one) => isWord(one, words.CHANGES));
}

function scopeOfSubject({ tokens, reading }: Said): Scope {
  const [from, to] = reading.subject ?? [0, 0];
  return scopeOf(tokens, { from, to });
}

function filesOf(said: Said): Files {
  const { reading, after, tokens } = said;
  if (reading.voice === "passive") {
    const subject = scopeOfSubject(said);
    const targets = [...subject.targets, ...after.targets];
    const sources = [...subject.sources, ...after.sources];
    // "the channel was closed in worker.go" tells what the program did.
    const isRun =
      !isPerfect(said) &&
      AT_RUN.has(said.form.verb) &&
      subject.direct.length === 0 &&
      !subject.object.some((one) => isWord(one, words.FILES));
    if (isRun) return { direct: [], targets: [], inside: [], sources: [], listed: false, label: [] };
    const isNamed = subject.direct.length + targets.length + sources.length > 0;
    const listed = subject.object.some((one) => isWord(one, words.FILES)) ? after.direct : [];
    const inside = [...subject.inside, ...after.inside];
    return {
      direct: [...subject.direct, ...listed],
      targets: isNamed ? targets : introNames(said),
      inside,
      sources,
      listed: subject.listed || after.listed,
      label: [],
    };
  }
  const label =
    reading.subject === null ? [] : tokens.slice(...reading.subject).filter(({ kind }) => kind === "name");
  if (label.length === 0) {
    const own = after.direct.length + after.targets.length + after.sources.length;
    if (own > 0) return { ...after, label: [] };
    return { ...after, label: [], direct: whichNames(said), targets: introNames(said) };
  }
  const isAlone = after.object.length === 0 && after.direct.length === 0;
  return isAlone ? { ...after, direct: label, label: [] } : { ...after, label };
}

const AT_RUN = new Set(
  (
    "close open load store cache lock unlock hide draw feed throw lay create set reset clear empty fill drop discard detach disconnect " +
    "unregister deactivate activate mute trim increase decrease double halve raise lower cut break shut freeze hang cap clamp round swap assign " +
    "initialize initialise declare define resize position center parse serialize encode escape sync seed handle wrap truncate"
  ).split(" "),
);
const isPerfect = ({ tokens, reading }: Said) =>
  tokens[reading.at - 1]?.lower === "been" ||
  tokens[reading.at - 2]?.lower === "been" ||
  tokens[reading.at - 1]?.lower === "now";

/** "loader.js, which I created": the names before, if nothing follows. */
function whichNames({ tokens, reading }: Said): Token[] {
  const which = tokens[reading.from - 1];
  const hasName = /^(?:which|that|where)$/.test(which?.lower ?? "");
  const before = tokens[reading.from - 2];
  const name = before?.kind === "name" ? before : tokens[reading.from - 3];
  return hasName && name?.kind === "name" && before?.kind !== "word" ? [name] : [];
}

/** "In main.js, I replaced the loop" */
function introNames({ tokens, reading }: Said): Token[] {
  const { from } = reading;
  const first = tokens.slice(0, 2).findIndex(({ lower }) => /^(?:in|inside|within|to)$/.test(lower));
  if (from > 7 || first < 0) return [];
  const place = tokens.slice(first + 1, from);
  return place.every(isOfPlace) ? place.filter(({ kind }) => kind === "name") : [];
}

const isOfPlace = (one: Token) =>
  one.kind === "name" ||
  isMark(one, ",") ||
  one.lower === "and" ||
  isWord(one, words.DETERMINERS) ||
  isWord(one, words.FILES);

/** "made the requested changes", "changes were made", "made main.js load it" */
function isChangeMade({ tokens, reading, after, form }: Said): boolean {
  if (reading.voice === "passive") {
    const [from, to] = reading.subject ?? [0, 0];
    const about = tokens.slice(from, Math.max(to, reading.at));
    return about.some((one) => one.kind === "name" || isWord(one, words.CHANGES) || isWord(one, SAME));
  }
  const [next, then] = [tokens[reading.at + 1], tokens[reading.at + 2]];
  if (form.verb === "take" && next?.lower === "care") return true;
  if (form.verb === "take" && after.sources.length > 0) return true;
  if (form.verb === "deal") return next?.lower === "with";
  if (form.verb === "do" && after.object.some((one) => isWord(one, SAME)) && after.targets.length > 0)
    return true;
  if (after.object.some((one) => isWord(one, words.CHANGES))) return true;
  if (next?.kind === "name" && then?.kind === "word") return true;
  if (form.verb === "make" && after.targets.length > 0)
    return !after.object.some((one) => isWord(one, MADE_UP));
  return tokens.slice(Math.max(0, reading.from - 3), reading.from).some((one) => isWord(one, words.CHANGES));
}

const SAME = new Set(["same", "this", "that", "it", "so"]);
/** What one makes without a tool. */
const MADE_UP = new Set(
  "sure mistake mistakes error errors assumption assumptions note notes decision guess attempt plan list use sense progress reference mention point".split(
    " ",
  ),
);

function isToDisk({ tokens, after, reading }: Said): boolean {
  const near = tokens.slice(reading.at + 1, after.end + 3).map(({ lower }) => lower);
  return near.some((word, at) => word === "disk" && /^(?:to|on|the)$/.test(near[at - 1] ?? ""));
}

const STRONG = new Set(
  (
    "add update fix change create implement remove delete rename refactor modify edit rewrite replace move make apply insert patch " +
    "correct adjust extend introduce wire resolve migrate convert extract split restructure integrate save revert undo simplify improve " +
    "write generate append take complete finish hook register set swap tweak enhance optimize optimise do clean commit push deploy land publish"
  ).split(" "),
);
/** What is written into an answer is not written into a file. */
const ANSWERED = new Set(
  (
    "example examples snippet snippets summary list overview plan outline table diagram explanation answer draft suggestion suggestions " +
    "proposal question questions sketch description note notes below above here options option steps idea ideas breakdown recommendation " +
    "recommendations report mind thinking understanding assumption assumptions mistake search query lookup results research sense " +
    "reference link links comparison context sure use progress attempt decision it's guess look call calls sentence wording reply"
  ).split(" "),
);
const SUBJECTS = new Set(
  (
    "changes change files file everything fix fixes edits edit modifications bug bugs issue issues problem error code function feature " +
    "functionality refactor refactoring method module script update updates component implementation work migration handler class " +
    "adjustments improvements request task typo typos test tests logic loop style layout feature wiring"
  ).split(" "),
);
/** Of these even a simple past is said of this turn. */
const NOW_DONE = new Set(
  "changes files edits everything modifications fixes updates adjustments code implementation file".split(
    " ",
  ),
);

const OF_CODE = new Set(["update", "fix", "rewrite", "refactor", "implement", "correct"]);
const isOfCare = ({ form, tokens, reading }: Said) =>
  form.verb === "take" && tokens[reading.at + 1]?.lower === "care";

/** "Deleted users stay": told of users. */
function isOfThings(tokens: readonly Token[], at: number): boolean {
  const [noun, next] = [tokens[at + 1], tokens[at + 2]];
  if (noun?.kind !== "word" || !noun.lower.endsWith("s") || next?.kind !== "word") return false;
  return (
    !/(?:ly|ing|ed)$/.test(next.lower) &&
    ![words.INTO, words.ABOUT, words.SUBORDINATORS, words.FOLLOWING, AND].some((set) =>
      set.has(next.lower),
    ) &&
    next.lower !== "from" &&
    next.lower !== "of"
  );
}
const AND = new Set(["and", "or", "plus", "to"]);

function isUnnamedClaim(said: Said): boolean {
  const { form, after, reading, tokens } = said;
  if (!STRONG.has(form.verb) || isMark(tokens[reading.at + 1], ":")) return false;
  if (reading.voice === "passive") {
    const subject = scopeOfSubject(said).object;
    const perfect = isPerfect(said);
    const isMended =
      tokens[reading.at - 1]?.lower !== "been" &&
      /^(?:is|are|now)$/.test(tokens[reading.at - 1]?.lower ?? "");
    const isOfCode = perfect && OF_CODE.has(form.verb) && subject.some(({ kind }) => kind === "code");
    return (
      (isOfCode || subject.some((one) => isWord(one, perfect || isMended ? SUBJECTS : NOW_DONE))) &&
      !subject.some((one) => isWord(one, ANSWERED))
    );
  }
  const { object } = after;
  if (tokens.slice(reading.at + 1, after.end + 2).some((one) => isWord(one, ANSWERED))) return false;
  if (
    /^(?:write|complete|finish|take)$/.test(form.verb) &&
    !isOfCare(said) &&
    !object.some((one) => isWord(one, SUBJECTS))
  )
    return false;
  if (reading.elliptic && isOfThings(tokens, reading.at)) return false;
  if (object.length === 0) return reading.elliptic ? after.end === tokens.length : after.mentioned.length > 0;
  return true;
}
