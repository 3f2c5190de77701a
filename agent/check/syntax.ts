// The syntax family: what the engine's level of the language cannot run, though today's parsers take it, and the one place
// where a file does not parse at all. Promises the year in which each form came. Refuses to judge without a level, and to
// call a piece of code in a text broken.

import { type Check, type Checking, collect, finding } from "./check.ts";
import type { Finding } from "./finding.ts";
import { formOf } from "./syntax-rules.ts";

export const syntaxCheck: Check = {
  family: "syntax",
  run: (checking) => [...broken(checking), ...tooNew(checking)],
  judged: ({ uses, world, code }) =>
    world.profile.level === null || code.error !== null
      ? []
      : uses.modern.map(({ node }) => ({ name: node.type, offset: node.start, has: () => true })),
};

function tooNew(checking: Checking): Finding[] {
  const { uses, world } = checking;
  const { level, name: engine } = world.profile;
  // A tree that was repaired has forms that nobody wrote.
  if (level === null || checking.code.error !== null) return [];
  return collect(uses.modern, ({ node, parent }) => {
    const form = formOf(node, parent);
    if (form === null || form.since <= level || world.profile.builtIns.present.includes(form.name))
      return null;
    return finding(checking, {
      family: "syntax",
      confidence: "certain",
      symbol: form.name,
      offset: node.start,
      suggestions: [form.instead],
      message: `${form.name} came into the language with ${edition(form.since)}, and ${engine || "the engine"} runs ${edition(level)}: it stops at this line. Write ${form.instead} instead.`,
    });
  });
}

export const edition = (level: number): string => `ECMAScript ${level}`;

function broken(checking: Checking): Finding[] {
  const { code, path, world } = checking;
  if (code.error === null || path === null) return [];
  const { message, offset } = code.error;
  const isForeign = world.profile.level === null || isExtension(code.text.slice(offset));
  return [
    finding(checking, {
      family: "syntax",
      confidence: isForeign ? "likely" : "certain",
      symbol: code.text.slice(offset, offset + 20).split(/\s/)[0] || "end of file",
      offset,
      suggestions: [],
      message: `The file does not parse here: ${message}. Nothing behind it runs; correct this first.${isForeign ? " An engine with its own additions to the language may take it." : ""}`,
    }),
  ];
}

/** XML literals and their operators, `for each`, `catch (e if …)`, which engines of the third edition had and the standard never. */
const isExtension = (text: string): boolean =>
  /^(?:<[\w>{!?]|@|\.\.|::|default\s+xml|each\s*\(|if\b)/.test(text);
