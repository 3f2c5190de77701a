// Declarations (.d.ts): what becomes of types, values, modules and comments, over pages of ours for an engine that no one
// has.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Parsed, ParsedChunk } from "../../../../agent/docs/chunk.ts";
import { declarations } from "../../../../agent/docs/parse/declarations.ts";
import type { Fact } from "../../../../agent/docs/surface/facts.ts";
import { fixtures } from "../docs-folder.ts";
import { docsOf } from "../surface-of.ts";

const parse = (text: string): Parsed => declarations.parse({ path: "a.d.ts", text });
const chunkOf = ({ chunks }: Parsed, title: string): ParsedChunk | undefined =>
  chunks.find((chunk) => chunk.title === title);
const factsOf = (text: string): Fact[] => parse(text).chunks.flatMap(({ facts }) => facts ?? []);

function fixture(name: string): Record<string, string> {
  const at = path.join(fixtures, "declarations", name);
  return { [name]: fs.readFileSync(at, "utf8") };
}
const engine = () => ({ ...fixture("loom.d.ts"), ...fixture("lib/thread.d.ts"), ...fixture("module.d.ts") });

test("a member's chunk reads well: signatures, words, parameters, keys, what it returns", () => {
  const { loom = "" } = { loom: fixture("loom.d.ts")["loom.d.ts"] };

  const weave = chunkOf(parse(loom), "Loom.weave");

  assert.deepEqual([weave?.interface, weave?.member, weave?.line], ["Loom", "weave", 30]);
  assert.equal(
    weave?.text,
    [
      "`weave(band: Band, options?: WeaveOptions): number`",
      "`weave(name: string): number`",
      "Weaves a band.",
      'Example: A red band\n\n```ts\nvar band = new Band("red");\nloom.weave(band, { tight: true });\n```',
      [
        "- `band` (`Band`): What to weave, see `Band`.",
        "- `options` (`WeaveOptions`, optional): How to weave it",
        "- `options.tight` (`boolean`, optional): pulls every thread",
        "- `options.size` (`{ width: number; height: number }`): Of the finished piece.",
        "- `options.done` (`done?(picks: number): void`, optional)",
      ].join("\n"),
      "Returns the number of picks",
    ].join("\n\n"),
  );
});

test("the comment before a declaration is its text, the one of the page is nobody's", () => {
  const page = parse(fixture("loom.d.ts")["loom.d.ts"] ?? "");

  assert.equal(chunkOf(page, "loom")?.text, "`const loom: Loom`\n\nThe loom that the script runs on.");
  assert.match(chunkOf(page, "ring")?.text ?? "", /Rings until somebody comes\./);
  assert.match(chunkOf(page, "Loom.plait")?.text ?? "", /\*\*Deprecated:\*\* use `weave`/);
  assert.ok(!JSON.stringify(page.chunks).includes("weaving engine of the fixtures"));
});

test("a page that was read in parts merges into one interface, with parents, kinds and globals", async (t) => {
  const { surface } = await docsOf(t, engine());

  assert.deepEqual(surface.interface("Loom")?.parents, ["Dyeable", "Named"]);
  assert.deepEqual(
    surface.members("Loom").map(({ name, kind }) => `${name} ${kind}`),
    [
      "[] property",
      "__proto__ property",
      "cards property",
      "colour property",
      "constructor property",
      "measure method",
      "on method",
      "onBreak event",
      "plait method",
      "rewind method",
      "threads property",
      "toString method",
      "tuning property",
      "warp-tension property",
      "weave method",
    ],
  );
  assert.equal(surface.member("Loom", "name")?.interface, "Named");
  assert.equal(surface.member("Loom", "threads")?.readOnly, true);
  assert.equal(surface.member("Loom", "rewind")?.since, "2.1");
  assert.equal(surface.member("Loom", "plait")?.deprecated, true);
  assert.equal(surface.isComplete("Loom"), true);
  assert.deepEqual(
    surface.global("loom") && [surface.global("loom")?.interface, surface.global("pattern")?.valueType],
    ["Loom", "Pattern"],
  );
});

test("overloads, optional and rest parameters, functions that constants hold", async (t) => {
  const { surface } = await docsOf(t, engine());

  const rings = surface.fn("ring")?.signatures ?? [];
  assert.deepEqual(
    rings.toSorted((a, b) => a.length - b.length),
    [
      [{ name: "tune", type: "Tune" }],
      [
        { name: "times", type: "number", optional: true },
        { name: "...tones", type: "string[]", optional: true },
      ],
    ],
  );
  assert.deepEqual(surface.fn("bell")?.signatures, [[]]);
  assert.deepEqual(surface.member("Loom", "measure")?.signatures, [
    [{ name: "inMillimetres", type: "boolean", optional: true }],
  ]);
  assert.equal(surface.member("Loom", "weave")?.signatures.length, 2);
});

test("option keys come from literals in place and from types that are only handed in", async (t) => {
  const { surface } = await docsOf(t, engine());
  const keys = (of: { name: string }[] | undefined) => of?.map(({ name }) => name);

  assert.deepEqual(keys(surface.member("Loom", "weave")?.options), ["tight", "size", "done"]);
  assert.deepEqual(keys(surface.member("Loom", "tuning")?.options), ["pitch", "volume"]);
  assert.deepEqual(keys(surface.fn("readCard")?.options), ["encoding"]);
  assert.deepEqual(keys(surface.interface("Shuttle")?.constructorOptions), ["smooth"]);
  assert.deepEqual(keys(surface.member("Weft", "insert")?.options), []);
});

test("an interface of constructors makes a class of its constant: new, call and static members", async (t) => {
  const { surface } = await docsOf(t, engine());

  assert.deepEqual(surface.interface("Band")?.constructors, [[{ name: "colour", type: "string" }]]);
  assert.deepEqual(surface.fn("Band")?.valueType, "Band");
  assert.deepEqual(
    surface.members("Band").map(({ name, static: isStatic }) => [name, isStatic]),
    [
      ["colour", false],
      ["parse", true],
      ["widest", true],
    ],
  );
  assert.deepEqual([surface.global("Band")?.interface, surface.global("Band")?.isClass], ["Band", true]);
  assert.equal(surface.member("BandConstructor", "parse")?.kind, "method");
});

test("classes: constructors, statics, accessors; what is private stays so", async (t) => {
  const { surface, report } = await docsOf(t, engine());

  assert.deepEqual(
    surface
      .members("Shuttle")
      .map((one) => `${one.name}${one.static ? " static" : ""}${one.readOnly ? " fixed" : ""}`),
    ["compare static", "dye", "fastest static fixed", "position", "speed fixed"],
  );
  assert.deepEqual(
    surface.interface("Shuttle")?.constructors?.[0]?.map(({ name }) => name),
    ["weight", "options"],
  );
  assert.deepEqual(surface.interface("Shuttle")?.parents, ["Dyeable", "Named"]);
  assert.equal(surface.interface("Tool")?.constructors, null);
  assert.ok(report.skipped.some(({ reason }) => reason === "3 private or protected members are left out"));
});

test("enumerations are reached by name, unions of strings are not", async (t) => {
  const { surface } = await docsOf(t, engine());

  assert.equal(surface.interface("Knot")?.kind, "enumeration");
  assert.deepEqual(
    surface.members("Knot").map(({ name, kind, static: isStatic }) => [name, kind, isStatic]),
    ["Slip", "Square", "half-hitch"].map((name) => [name, "value", true]),
  );
  assert.equal(surface.global("Knot")?.interface, "Knot");
  assert.equal(surface.interface("Colour")?.kind, "enumeration");
  assert.equal(surface.interface("Shade")?.kind, "enumeration");
  assert.deepEqual(
    [surface.member("Shade", "red")?.kind, surface.member("Shade", "red")?.static],
    ["value", false],
  );
  assert.equal(surface.global("Colour"), undefined);
});

test("aliases: a union has what its parts have, Omit lacks what it names, a mapped type has its keys", async (t) => {
  const { surface } = await docsOf(t, engine());

  assert.deepEqual(surface.interface("Tool2")?.parents, ["Shuttle", "Tool"]);
  assert.equal(surface.member("Tool2", "grip")?.interface, "Tool");
  assert.equal(surface.member("Tune", "name")?.interface, "Named");
  assert.equal(surface.member("Plain", "weave"), undefined);
  assert.equal(surface.member("Plain", "threads")?.interface, "Plain");
  assert.deepEqual(
    surface.members("Sizes").map(({ name }) => name),
    ["large", "small"],
  );
  assert.equal(surface.interface("Listener"), undefined, "a function has no members to tell");
});

test("namespaces: values are members, types have dotted names, wherever they are mentioned", async (t) => {
  const { surface } = await docsOf(t, engine());

  assert.deepEqual(
    surface.members("Weft").map(({ name, static: isStatic, valueType }) => [name, isStatic, valueType]),
    [
      ["Inner", true, "typeof Weft.Inner"],
      ["Tone", true, "typeof Weft.Tone"],
      ["count", true, "number"],
      ["insert", true, "Weft.Thread"],
    ],
  );
  assert.equal(surface.member("Weft.Thread", "tone")?.valueType, "Weft.Tone");
  assert.deepEqual(surface.interface("Weft.Inner.Spool")?.constructors, [
    [{ name: "of", type: "Weft.Thread" }],
  ]);
  assert.equal(surface.global("OnlyTypes"), undefined);
  assert.ok(surface.interface("OnlyTypes.Hidden"));
});

test("modules: exported names count, renamed ones under their new name, hidden ones are told", async (t) => {
  const { surface, report } = await docsOf(t, engine());

  assert.equal(surface.fn("readCard")?.valueType, "Promise<Card>");
  assert.deepEqual(surface.interface("Card")?.constructors, [[{ name: "holes", type: "number" }]]);
  assert.equal(surface.member("Card", "next")?.valueType, "Card | undefined");
  assert.equal(surface.global("version")?.valueType, "string");
  assert.deepEqual([surface.fn("internal"), surface.global("secret")], [undefined, undefined]);
  assert.ok(
    report.skipped.some(({ reason }) => reason === "2 names that the module does not export are left out"),
  );
  assert.equal(surface.global("cardReader")?.interface, "Reader");
  assert.deepEqual(
    surface.members("loom:cards").map(({ name, kind }) => [name, kind]),
    [
      ["limit", "property"],
      ["punch", "method"],
    ],
  );
  assert.ok(surface.member("Settings", "dark"));
});

test("examples in comments are facts, with the words that say what they are for", () => {
  const [example] = factsOf(`interface A {
  /**
   * Opens it.
   * \`\`\`js
   * // Opens the first one
   * var b = a.open(1);
   * \`\`\`
   */
  open(at: number): void
}`).filter(({ type }) => type === "example");

  assert.deepEqual(example, {
    type: "example",
    code: "// Opens the first one\nvar b = a.open(1);",
    about: "Opens it.; Opens the first one",
  });
});

test("a variable of an object type, a constructor in place, a constant that may be missing", async (t) => {
  const { surface } = await docsOf(t, {
    "a.d.ts": `declare var Reed: { new (n: number): Reed; make(): Reed; prototype: Reed }
interface Reed { n: number }
declare const tools: { cut(): void; size: number }
declare const Bobbin: (new () => BobbinInstance)
interface BobbinInstance { wind(): void }
interface MetaConstructor { new (): Meta1 }
interface Meta1 { a: string }
declare const Meta: MetaConstructor | undefined`,
  });

  assert.deepEqual(
    surface.members("Reed").map((one) => `${one.name} ${one.static}`),
    ["make true", "n false", "prototype true"],
  );
  assert.deepEqual(surface.interface("Reed")?.constructors?.length, 1);
  assert.deepEqual(
    [surface.global("tools")?.interface, surface.member("tools", "cut")?.kind],
    ["tools", "method"],
  );
  assert.equal(surface.member("Bobbin", "wind")?.interface, "BobbinInstance");
  assert.equal(surface.member("Meta", "a")?.interface, "Meta1");
  assert.equal(surface.global("Meta1"), undefined, "new is called on the constant, not on what it gives");
});

test("an open interface is never complete: any name may be a member", async (t) => {
  const { surface } = await docsOf(t, {
    "a.d.ts":
      "interface Open { [key: string]: number; known: number }\ninterface Row { [at: number]: string }",
  });

  assert.equal(surface.isComplete("Open"), false);
  assert.equal(surface.isComplete("Row"), true);
});

test("an emoji before a declaration moves no name", () => {
  const { chunks } = parse("// 🧵🧵 threads\n/** 🧵 counts */\ndeclare const count: number // 🧵\n");

  assert.deepEqual(chunks[0]?.text, "`const count: number`\n\n🧵 counts");
});

test("a long line is cut where it is shown; values of a union stand below it, other types whole", () => {
  const many = (name: string) => Array.from({ length: 200 }, (_, at) => name.replace("#", String(at)));
  const { chunks } = parse(`type Long = ${many('"value#"').join(" | ")}
declare function take(of: ${many("Type#").join(" | ")}): void`);

  const [union, call] = chunks;

  assert.ok((union?.text.split("\n")[0]?.length ?? 999) < 330);
  assert.match(union?.text ?? "", /\n\nValues: value0, .*value199$/);
  assert.equal(union?.facts?.filter(({ type }) => type === "member").length, 200);
  assert.ok((call?.text.length ?? 999) < 330);
  assert.match(call?.listing ?? "", /Type199\): void\n```$/);
});

test("a module that scripts find under a name of its own is a namespace, or what it assigns", async (t) => {
  const { surface } = await docsOf(t, {
    "a.d.ts": "export as namespace Quill;\nexport function cut(): void;\nexport class Nib { constructor(); }",
    "b.d.ts": "export as namespace Ink;\ndeclare class Pot { constructor(); pour(): void }\nexport = Pot;",
  });

  assert.equal(surface.global("Quill")?.interface, "Quill");
  assert.deepEqual(
    surface.members("Quill").map(({ name, kind }) => [name, kind]),
    [
      ["Nib", "property"],
      ["cut", "method"],
    ],
  );
  assert.equal(surface.global("Ink")?.interface, "Pot");
});

test("a function's type that has a name is spelled out where a member or a parameter is of it", async (t) => {
  const { surface } = await docsOf(t, {
    "a.d.ts": `type Heard = (word: any, from: Loom) => void;
type Of<T> = (one: T) => void;
interface Loom { heard: Heard | undefined; hear(on: Heard): void; each(of: Of<Loom>): void; }`,
  });

  assert.equal(surface.member("Loom", "heard")?.valueType, "((word: any, from: Loom) => void) | undefined");
  assert.equal(surface.member("Loom", "hear")?.signatures[0]?.[0]?.type, "(word: any, from: Loom) => void");
  assert.equal(surface.member("Loom", "each")?.signatures[0]?.[0]?.type, "Of<Loom>");
});
