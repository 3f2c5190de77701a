// Writes what a page declares as chunks that read well on a phone: the signature as code, the comment, what each parameter
// is. Promises a chunk for every type, member, function and variable. Refuses long lines: a type that fills a screen
// stands below, in full.

import type { Parsed, ParsedChunk } from "../../chunk.ts";
import type { Fact } from "../../surface/facts.ts";
import { exampleFacts } from "../examples.ts";
import type { Comment } from "./comments.ts";
import { memberFacts, typeFacts } from "./facts-of.ts";
import { append, type Callable, type Declared, type DeclaredMember, type World } from "./model.ts";
import { type Asking, literalProperties, type OptionKey, optionKeys } from "./options.ts";
import type { Source } from "./source.ts";

const MAX_SIGNATURE = 300;

export function writeChunks(world: World, source: Source): Parsed {
  const asking: Asking = { world, source };
  const chunks: ParsedChunk[] = [];
  const loose: Fact[] = [];
  for (const declared of world.declared.values()) {
    const own = typeChunk(declared, asking);
    // Opened again only to be known here: it has nothing to read, and its facts stand elsewhere on the page.
    if (own.text === "") append(loose, own.facts ?? []);
    else chunks.push(own);
    if (declared.staticSideOf === null) append(chunks, memberChunks(declared, asking));
  }
  const [first] = chunks;
  if (first && loose.length > 0) first.facts = [...(first.facts ?? []), ...loose];
  else if (loose.length > 0)
    chunks.push({ title: "Declarations", text: namesIn(world), line: 1, facts: loose });
  return { chunks, notes: world.notes };
}

const namesIn = (world: World): string =>
  `Declares ${[...world.declared.keys()].map((name) => `\`${name}\``).join(", ")}.`;

function typeChunk(declared: Declared, asking: Asking): ParsedChunk {
  const { name, kind } = declared;
  const comment = merged(declared.comments);
  const isBare = comment.text === "" && declared.calls.length + declared.constructors.length === 0;
  const isEmpty =
    isBare && declared.members.length === 0 && declared.heads.every((head) => /^interface [^ ]+$/.test(head));
  const calls = declared.alias ? [] : declared.calls.map((call) => withName(call, name));
  const constructors = declared.constructors.map((call) => withName(call, `new ${name}`));
  const heads = headsOf(declared);
  const isCut = heads.some(({ whole }) => whole !== "");
  const lines = [...heads, ...[...constructors, ...calls].map(({ signature }) => codeLine(signature))];
  // The values of a cut union are its text, and need not stand below as well.
  const below = lines.map(({ whole }) => whole).filter((whole) => !ONLY_VALUES.test(whole));
  const parts = [
    ...heads.map(({ shown }) => shown),
    comment.text,
    ...callParts([...constructors, ...calls], comment, asking),
    ...indexParts(declared),
    isCut ? valuesOf(declared) : "",
    staticNote(declared),
  ];
  return {
    title: name,
    ...(kind === null ? {} : { interface: name }),
    text: isEmpty && declared.staticSideOf === null ? "" : joinedParts(parts),
    listing: joinedParts([...below, listingOf(declared, isCut)]),
    line: declared.line,
    facts: [
      ...typeFacts(declared, asking.world, asking),
      ...examplesOf(name, [comment, ...declared.calls.map((call) => call.comment)]),
    ],
  };
}

const staticNote = ({ staticSideOf }: Declared): string =>
  staticSideOf === null ? "" : `What \`${staticSideOf}\` itself offers: its constructor and static members.`;

function withName(call: Callable, name: string): Callable {
  return call.signature.startsWith("(") || call.signature.startsWith("<")
    ? { ...call, signature: `${name}${call.signature}` }
    : call;
}

const ONLY_VALUES = /^`+ts\ntype [^=]+ = (?:(?:"[^"]*"|'[^']*')(?: \| )?)+\n`+$/;

/** Functions are shown by their calls. */
function headsOf({ heads }: Declared): { shown: string; whole: string }[] {
  return [...new Set(heads)].map(codeLine);
}

const indexParts = ({ members }: Declared): string[] =>
  members.filter(({ name }) => name === "[]").map(({ signature }) => codeLine(signature).shown);

/** Of a union that is cut: people look for its values. */
const valuesOf = ({ literals }: Pick<Declared, "literals">): string =>
  literals.length === 0 ? "" : cut(`Values: ${[...new Set(literals)].join(", ")}`, 8_000);

const GROUPS = [
  ["Values", ({ kind }: DeclaredMember) => kind === "value"],
  ["Static", ({ kind, isStatic }: DeclaredMember) => isStatic && kind !== "value"],
  ["Properties", ({ kind, isStatic }: DeclaredMember) => !isStatic && kind === "property"],
  ["Methods", ({ kind, isStatic }: DeclaredMember) => !isStatic && kind === "method"],
  ["Events", ({ kind, isStatic }: DeclaredMember) => !isStatic && kind === "event"],
] as const;

function listingOf({ members, literals }: Declared, isCut: boolean): string {
  const lines = GROUPS.map(([title, belongs]) => {
    const names = new Set(members.filter((one) => one.name !== "[]" && belongs(one)).map(({ name }) => name));
    return names.size === 0 ? "" : `${title}: ${[...names].join(", ")}`;
  });
  return joinedParts([...lines, isCut ? "" : valuesOf({ literals })]);
}

function memberChunks(declared: Declared, asking: Asking): ParsedChunk[] {
  const named = declared.members.filter(({ name }) => name !== "[]" && name !== "");
  const indexed = declared.members.filter(({ name }) => name === "[]");
  const groups = [...Map.groupBy(named, ({ name, isStatic }) => `${isStatic ? "s" : "i"}${name}`).values()];
  const chunks = groups.map((overloads) => memberChunk(declared, overloads, asking));
  return indexed.length === 0 ? chunks : [...chunks, memberChunk(declared, indexed, asking)];
}

function memberChunk(declared: Declared, overloads: readonly DeclaredMember[], asking: Asking): ParsedChunk {
  const [first] = overloads;
  const name = first?.name ?? "";
  const title = `${declared.name}.${name}`;
  const comments = overloads.map(({ comment }) => comment);
  const lines = [...new Set(overloads.map(({ signature }) => signature))].map(codeLine);
  const comment = merged(comments);
  const keys = overloads.flatMap((member) => (member.call ? [] : literalProperties(member, asking)));
  const calls = overloads.flatMap(({ call }) => (call ? [call] : []));
  const parts = [
    ...lines.map(({ shown }) => shown),
    comment.text,
    paramLines(calls, comment, asking),
    keyLines(name, keys),
    comment.returns === null ? "" : `Returns ${comment.returns}`,
    comment.since === null ? "" : `Since ${comment.since}.`,
  ];
  return {
    title,
    interface: declared.name,
    member: name,
    text: joinedParts(parts),
    listing: joinedParts(lines.map(({ whole }) => whole)),
    line: first?.line ?? declared.line,
    facts: [...memberFacts(declared.name, overloads, asking), ...examplesOf(title, comments)],
  };
}

function callParts(calls: readonly Callable[], above: Comment, asking: Asking): string[] {
  return calls.flatMap((call) => [
    codeLine(call.signature).shown,
    call.comment.text === above.text ? "" : call.comment.text,
    paramLines([call], call.comment, asking),
    call.comment.returns === null ? "" : `Returns ${call.comment.returns}`,
  ]);
}

/** Parameters with a word about them, and the keys of those that take options. */
function paramLines(calls: readonly Callable[], comment: Comment, asking: Asking): string {
  const lines = new Map<string, string>();
  for (const call of calls) {
    for (const { name, type, optional } of call.params) {
      const bareName = name.replace(/^\.\.\./, "");
      const words = call.comment.params.get(bareName) ?? comment.params.get(bareName);
      if (words === undefined || lines.has(name)) continue;
      // Overloads that differ in it show their types themselves.
      const isOne = calls.every(({ params }) =>
        params.every((one) => one.name !== name || one.type === type),
      );
      lines.set(name, described(name, isOne ? { type, optional, words } : { words }));
    }
    const taken = optionKeys(call, asking).flatMap(({ param, keys }) =>
      keys.map((key) => ({ name: `${param}.${key.name}`, key })),
    );
    for (const { name, key } of taken) if (!lines.has(name)) lines.set(name, described(name, key));
  }
  return [...lines.values()].join("\n");
}

const keyLines = (owner: string, keys: readonly OptionKey[]): string =>
  keys.map((key) => described(`${owner}.${key.name}`, key)).join("\n");

type Words = { type?: string | undefined; optional?: true | undefined; words: string };

function described(name: string, { type, optional, words }: Words): string {
  const shownType = type === undefined ? "" : `${code(cut(type, 120))}`;
  const about = [shownType, optional ? "optional" : ""].filter((part) => part !== "").join(", ");
  return `- ${code(name)}${about === "" ? "" : ` (${about})`}${words === "" ? "" : `: ${words.replaceAll("\n", "\n  ")}`}`;
}

/** The words of several declarations of one thing, each once. */
function merged(comments: readonly Comment[]): Comment {
  const texts = [...new Set(comments.map(({ text }) => text).filter((text) => text !== ""))];
  return {
    text: texts.join("\n\n"),
    params: new Map(comments.flatMap(({ params }) => [...params])),
    returns: comments.find(({ returns }) => returns !== null)?.returns ?? null,
    since: comments.find(({ since }) => since !== null)?.since ?? null,
    deprecated: comments.some(({ deprecated }) => deprecated),
  };
}

function examplesOf(title: string, comments: readonly Comment[]): Fact[] {
  const found = comments.flatMap(({ text }) =>
    text.includes("```") || text.includes("~~~") ? exampleFacts(text, title) : [],
  );
  const seen = new Set<string>();
  return found.filter((fact) => fact.type !== "example" || (!seen.has(fact.code) && seen.add(fact.code)));
}

/** `whole` is what was cut off the line that is shown, fenced. */
function codeLine(signature: string): { shown: string; whole: string } {
  const isLong = signature.length > MAX_SIGNATURE;
  return {
    shown: code(cut(signature, MAX_SIGNATURE)),
    whole: isLong ? `\`\`\`ts\n${signature}\n\`\`\`` : "",
  };
}

const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max).trimEnd()} …` : text;

const code = (text: string): string => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

const joinedParts = (parts: readonly string[]): string => parts.filter((part) => part !== "").join("\n\n");
