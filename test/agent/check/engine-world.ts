// A small invented engine for the tests of checks: a press that prints leaves. Promises the product's own merge and surface,
// with a profile and a project as the test gives them. Refuses files: texts are enough for a check.

import type { TestContext } from "node:test";
import { checkFile } from "../../../agent/check/check-file.ts";
import { checkSnippet } from "../../../agent/check/check-snippet.ts";
import type { FileFinding, Finding } from "../../../agent/check/finding.ts";
import type { World } from "../../../agent/check/world.ts";
import type { Fact } from "../../../agent/docs/surface/facts.ts";
import { defaultProfile, type Profile } from "../../../agent/workspace/profile.ts";
import { mergeChunks } from "../docs/surface-of.ts";

const member = (owner: string, name: string, more: Partial<Fact & { type: "member" }> = {}): Fact => ({
  type: "member",
  interface: owner,
  name,
  kind: "property",
  ...more,
});
const method = (owner: string, name: string, more: Partial<Fact & { type: "member" }> = {}): Fact =>
  member(owner, name, { kind: "method", params: [], ...more });

const FACTS: Fact[] = [
  { type: "interface", name: "Press", kind: "class" },
  { type: "global", name: "press", valueType: "Press" },
  member("Press", "leaf", { valueType: "Leaf" }),
  member("Press", "leaves", { valueType: "Leaf[]" }),
  member("Press", "trays", { valueType: "Trays" }),
  member("Press", "title", { valueType: "string" }),
  method("Press", "open", { params: [{ name: "path", type: "string" }], valueType: "Leaf" }),
  method("Press", "pick", { valueType: "Leaf or Tray" }),
  method("Press", "fetchLeaf", { valueType: "Promise<Leaf>" }),
  method("Press", "stroke", {
    params: [
      { name: "leaf", type: "Leaf" },
      { name: "options", type: "object", optional: true },
    ],
  }),
  { type: "options", of: "Press.stroke", keys: [{ name: "ink" }, { name: "weight" }, { name: "border" }] },
  method("Press", "fold", {
    params: [
      { name: "leaf", type: "Leaf" },
      { name: "options", type: "object", optional: true },
    ],
  }),
  { type: "options", of: "Press.fold", keys: [{ name: "crease" }] },
  { type: "interface", name: "Item", kind: "class" },
  member("Item", "width", { valueType: "number" }),
  member("Item", "parent", { valueType: "Item" }),
  { type: "interface", name: "Leaf", kind: "class", parents: ["Item"] },
  { type: "constructor", interface: "Leaf", params: [] },
  member("Leaf", "margin", { valueType: "number" }),
  method("Leaf", "turn", { valueType: "Leaf" }),
  { type: "interface", name: "Tray", kind: "class", parents: ["Item"] },
  { type: "constructor", interface: "Tray", params: [{ name: "options", type: "object" }] },
  { type: "options", of: "new Tray", keys: [{ name: "depth" }] },
  member("Tray", "depth", { valueType: "number" }),
  { type: "interface", name: "Trays", kind: "class" },
  member("Trays", "length", { valueType: "number" }),
  method("Trays", "item", { params: [{ name: "index", type: "number" }], valueType: "Tray" }),
  { type: "interface", name: "Ink", kind: "enumeration" },
  member("Ink", "RED", { kind: "value", static: true }),
  member("Ink", "BLACK", { kind: "value", static: true }),
  { type: "function", name: "say", params: [{ name: "text" }] },
];

export type Settings = {
  profile?: Partial<Profile>;
  /** Other files of the project. */
  files?: Record<string, string>;
  facts?: Fact[];
  docsText?: string;
  isComplete?: boolean;
};

export type Pressroom = {
  world: World;
  file(text: string, before?: string): FileFinding[];
  snippet(text: string): Finding[];
};

/** The engine's world; the file that is checked is `main.js`. */
export function pressroom(t: Pick<TestContext, "after">, settings: Settings = {}): Pressroom {
  const { files = {}, facts = [], docsText, isComplete = true } = settings;
  const chunks = [{ title: "Everything", facts: [...FACTS, ...facts] }];
  const { surface } = mergeChunks(t, chunks, isComplete ? ["docs"] : []);
  const world: World = {
    surface,
    profile: { ...defaultProfile, name: "Press", level: 3, ...settings.profile },
    project: { paths: () => ["main.js", ...Object.keys(files)], read: (path) => files[path] ?? null },
    ...(docsText === undefined ? {} : { docsText: (word: string) => docsText.split(/\W+/).includes(word) }),
  };
  return {
    world,
    file: (text, before) =>
      checkFile({ path: "main.js", text, ...(before === undefined ? {} : { before }) }, world),
    snippet: (text) => checkSnippet(text, world),
  };
}

/** What a test compares: the family, the symbol, and whether it would hold a write. */
export const told = (findings: readonly Finding[]): string[] =>
  findings.map(
    ({ family, confidence, symbol }) => `${family} ${symbol}${confidence === "likely" ? " ?" : ""}`,
  );
