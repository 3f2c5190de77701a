// A declaration of a stub script as text for a small screen and for a prompt: its signature, what is said of it, its
// parameters, its examples. Promises all words of the comment. Refuses its tags' syntax.

import type { Fact } from "../../surface/facts.ts";
import { descriptionOf, paramsOf, returnType } from "./facts.ts";
import type { Declared } from "./script.ts";
import { type Doc, hasTag, type Tag, tagsOf } from "./tags.ts";

export function typeText(declared: Declared, facts: readonly Fact[]): string {
  const { doc, interfaceKind = "class" } = declared;
  const own = facts.find((fact) => fact.type === "interface" && fact.name === declared.name);
  const parents = own?.type === "interface" ? (own.parents ?? []) : [];
  const head = parents.length > 0 ? `Extends ${parents.map((parent) => `\`${parent}\``).join(", ")}.` : "";
  const said = descriptionOf(doc);
  const text = join([said, head, fields(doc, "property", "prop"), remarks(doc), examples(doc)]);
  return text === "" ? `The ${declared.name} ${interfaceKind}.` : text;
}

export function memberText(declared: Declared, facts: readonly Fact[]): string {
  const { doc } = declared;
  return join([
    signature(declared, facts),
    descriptionOf(doc),
    fields(doc, "param", "arg", "argument"),
    fields(doc, "property", "prop"),
    told(doc, "Returns", "returns", "return"),
    told(doc, "Throws", "throws", "exception"),
    remarks(doc),
    examples(doc),
  ]);
}

const join = (parts: string[]): string => parts.filter((part) => part !== "").join("\n\n");

function signature(declared: Declared, facts: readonly Fact[]): string {
  const { what, name, kind, doc } = declared;
  const fact = facts[0];
  const isCall = what === "function" || what === "constructor" || kind === "method";
  const params = (paramsOf(declared) ?? []).map((param) => (param.optional ? `[${param.name}]` : param.name));
  const call = isCall ? `(${params.join(", ")})` : "";
  const stated = what === "typedef" ? tagsOf(doc, "typedef")[0]?.type : returnType(doc);
  const type = fact && "valueType" in fact ? fact.valueType : stated;
  const marks =
    fact?.type === "member"
      ? [fact.static ? "static" : "", fact.readOnly ? "read only" : "", kind === "event" ? "event" : ""]
      : [];
  const shown = marks.filter((mark) => mark !== "").join(", ");
  const before = what === "constructor" ? "new " : "";
  return `\`${before}${name}${call}${type ? `: ${type}` : ""}\`${shown === "" ? "" : ` (${shown})`}`;
}

function fields(doc: Doc | undefined, ...names: string[]): string {
  const lines = tagsOf(doc, ...names).flatMap(({ about, type, optional, text }) => {
    if (about === undefined) return [];
    const aside = [type ?? "", optional ? "optional" : ""].filter((part) => part !== "").join(", ");
    return [
      `- \`${about}\`${aside === "" ? "" : ` (${aside})`}${text === "" ? "" : `: ${text.replace(/\s+/g, " ")}`}`,
    ];
  });
  if (lines.length === 0) return "";
  return `${names[0] === "param" ? "Parameters" : "Properties"}:\n${lines.join("\n")}`;
}

function told(doc: Doc | undefined, label: string, ...names: string[]): string {
  const lines = tagsOf(doc, ...names).map(({ type, text }) =>
    [type ?? "", text.replace(/\s+/g, " ").trim()].filter((part) => part !== "").join(": "),
  );
  return lines
    .filter((line) => line !== "")
    .map((line) => `${label}: ${line}`)
    .join("\n");
}

const REMARKS: readonly [string, string][] = [
  ["since", "Since"],
  ["deprecated", "Deprecated"],
  ["default", "Default"],
  ["defaultvalue", "Default"],
  ["fires", "Fires"],
  ["see", "See also"],
  ["todo", "To do"],
];

function remarks(doc: Doc | undefined): string {
  const lines = REMARKS.flatMap(([name, label]) =>
    tagsOf(doc, name).map((tag) => (said(tag) === "" ? `${label}.` : `${label}: ${said(tag)}`)),
  );
  return lines.join("\n") + (hasTag(doc, "async") ? `${lines.length > 0 ? "\n" : ""}Asynchronous.` : "");
}

const said = ({ about, type, text }: Tag): string =>
  [type ?? "", about ?? "", text.replace(/\s+/g, " ")]
    .filter((part) => part !== "")
    .join(" ")
    .trim();

function examples(doc: Doc | undefined): string {
  return tagsOf(doc, "example")
    .map(({ text }) => {
      const { caption, code } = cut(text);
      return `Example${caption === "" ? "" : `: ${caption}`}\n\n\`\`\`javascript\n${code}\n\`\`\``;
    })
    .join("\n\n");
}

function cut(text: string): { caption: string; code: string } {
  const [, caption = "", rest = text] = /^\s*<caption>([\s\S]*?)<\/caption>([\s\S]*)$/.exec(text) ?? [];
  const code = rest.replace(/^\s*\n/, "").replace(/^\s*```\w*\n|\n\s*```\s*$/g, "");
  return { caption: caption.replace(/\s+/g, " ").trim(), code: unindented(code) };
}

function unindented(code: string): string {
  const lines = code.replace(/\s+$/, "").split("\n");
  const least = Math.min(
    ...lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length),
  );
  return Number.isFinite(least) ? lines.map((line) => line.slice(least)).join("\n") : code.trim();
}

/** An example with its caption, its first comment, or the first sentence that is said of what it shows. */
export function exampleOf(text: string, description: string, title: string): Fact {
  const { caption, code } = cut(text);
  const comment = /^\s*\/\/+\s*(.+)$/m.exec(code.split("\n")[0] ?? "")?.[1] ?? "";
  const sentence = /^[^\n]*?[.!?](?=\s|$)/.exec(description)?.[0] ?? description.split("\n")[0] ?? "";
  const about = [caption, comment, caption === "" ? sentence : ""]
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return { type: "example", code, about: about.length > 0 ? about.join("; ") : title };
}
