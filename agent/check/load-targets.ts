// Which scripts a text seems to load, read by its words alone. A listing leaves ignored files out, and a script loads those as
// well: what they declare is there. Promises a superset, cheap enough for every file of a project. Refuses to say that a load
// is one: whoever asks looks whether the file is there.

import { posix } from "node:path";

const LITERAL = /["'<]([^"'<>\r\n]{1,200}\.(?:[cm]?js|jsx|jsxinc))["'>]/gi;
const REQUIRED = /\brequire\s*\(\s*["'](\.{1,2}\/[^"'\r\n]{1,200})["']/g;
const PRAGMA = /^[ \t]*(?:\/\/[ \t]*@|#[ \t]*)include[ \t]+([^"'<>;\r\n]{1,200})/gim;
const MAX_TARGETS = 100;

/** For each load in the text at `path`, the places from the root at which its file may lie. */
export function loadTargets(text: string, path: string): string[][] {
  const written = [LITERAL, PRAGMA].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, one = ""]) => one),
  );
  const required = [...text.matchAll(REQUIRED)].map(([, one = ""]) =>
    /\.\w+$/.test(one) ? one : `${one}.js`,
  );
  return [...new Set([...written, ...required].slice(0, MAX_TARGETS))]
    .map((target) => target.trim().replaceAll("\\", "/"))
    .filter((target) => !/^(?:[a-z][\w+.-]*:|[/~])|[*?|]/i.test(target))
    .map((target) => [...new Set([posix.join(posix.dirname(path), target), posix.join(target)])])
    .map((places) => places.filter((place) => !place.startsWith("..")));
}
