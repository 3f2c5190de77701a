// What the sample engine has, read from nothing but the names of its documentation's files. Promises an oracle that shares no
// code with the checks. Refuses aliases and computed names: those the model itself remembers.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { QUIRE } from "../agent/turn/quire-docs.ts";

const OF_LANGUAGE = ["Array", "Object", "Date", "RegExp", "Error", "String", "Number", "Function", "Boolean"];

const pages = readdirSync(join(QUIRE, "docs")).map((name) => name.replace(/\.md$/, ""));
const known = new Set([
  ...pages.flatMap((page) => {
    const [owner = "", member] = page.split("-");
    return member === undefined ? [`new ${owner}`] : [`${owner.toLowerCase()}.${member}`];
  }),
  ...OF_LANGUAGE.map((name) => `new ${name}`),
]);

const USES = /\b(sheet|records)\s*(?:\.\s*([\w$]+)|\[\s*["']([\w$]+)["']\s*\])|\bnew\s+([\w$]+)/g;

/** Uses of names that no page is called after, each as often as it stands there. */
export function undocumented(code: string): string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
  return [...bare.matchAll(USES)].flatMap(([, owner, dotted, quoted, made]) => {
    const name = made === undefined ? `${owner}.${dotted ?? quoted}` : `new ${made}`;
    return known.has(name) ? [] : [name];
  });
}
