// Declarations in code blocks, as references generated from typed languages show them: `public static Account find(String
// number)` in the entry of `find`, `class Account extends Record` on the class's page. Promises what such a line states.
// Refuses examples: a call with a receiver or with values declares nothing.

import type { Fact } from "../surface/facts.ts";
import type { Section } from "./reference-blocks.ts";
import type { Call } from "./reference-params.ts";
import { readSignature } from "./signature.ts";

/** Longer code is an example. */
const MAX_LINES = 20;
const MAX_CODE = 2000;
const MODIFIED = /^(?:public|protected|static|abstract|final|override|virtual|async|function)\s/;
const STATEMENT = /^(?:return|await|throw|new|else|typeof|delete|var|let|const|if|for|while|case)\b/;

export type DeclaredCall = Call & { isStatic: boolean };

/** The first code of an entry, where each of its lines declares the member; without types it must open the entry. */
export function declaredCalls(name: string, [first]: readonly Section[]): DeclaredCall[] {
  const at = first?.blocks.findIndex(({ type }) => type === "code") ?? -1;
  const block = first?.blocks[at];
  if (block?.type !== "code") return [];
  const lines = block.code.split("\n").map((line) => line.trim());
  const stated = lines.filter((line) => line !== "" && !/^(?:\/\/|@)/.test(line));
  if (stated.length === 0 || stated.length > MAX_LINES || block.code.length > MAX_CODE) return [];
  const each = stated.map((line) => declaredCall(name, line, at === 0));
  const all = each.every((call) => call !== undefined)
    ? each
    : [declaredCall(name, stated.join(" "), at === 0)];
  return all.filter((call) => call !== undefined);
}

function declaredCall(name: string, line: string, opens: boolean): DeclaredCall | undefined {
  const signature = STATEMENT.test(line) ? undefined : readSignature(line);
  if (signature?.name !== name || signature.owner !== undefined || signature.params === undefined)
    return undefined;
  const typed = signature.returns !== undefined || MODIFIED.test(line);
  if (!typed && !opens) return undefined;
  return {
    keys: [],
    params: signature.params,
    isStatic: /^(?:\w+\s+)*static\s/.test(line),
    ...(signature.returns ? { valueType: signature.returns } : {}),
  };
}

const CLASS =
  /^(?:(?:public|protected|abstract|final|static|export|declare|default)\s+)*(?:class|interface)\s+([\p{L}_$][\p{L}\p{N}_$]*)(?:<[^{]*?>)?([^{]*)/u;

/** "public class Account extends Record implements Sealed": its parents. */
export function declaredParents(name: string, [first]: readonly Section[]): Fact[] {
  const code =
    first?.blocks.flatMap((block) => (block.type === "code" ? block.code.slice(0, 500) : [])) ?? [];
  return code.flatMap((text): Fact[] => {
    const [, declared, clauses = ""] = CLASS.exec(text.replace(/\s+/g, " ").trim()) ?? [];
    if (declared !== name) return [];
    const parents = clauses
      .replace(/<[^<>]*>/g, "")
      .split(/\s*,\s*|\s+|\b(?:extends|implements)\b/)
      .filter((word) => /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(word));
    const own: Fact = { type: "interface", name, kind: "class" };
    return [parents.length > 0 ? { ...own, parents } : own];
  });
}
