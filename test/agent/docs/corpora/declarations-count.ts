// A rough count of what declarations declare, made of lines and brackets, for the tests that compare the parser with it.
// Promises nothing for pages that no formatter has touched. Refuses any syntax tree: it would share the parser's faults.

export type RoughCount = {
  /** By name: interfaces, classes and enumerations at the top, and how many names they hold. */
  types: Map<string, Set<string>>;
  aliases: number;
  functions: Set<string>;
};

const HEAD = /^(?:export |declare |abstract |const )*(interface|class|enum) ([\w$]+)/;
const MEMBER =
  /^(?:(?:readonly|static|abstract|get|set) )*(?:("[^"]+"|'[^']+'|[\w$]+)|\[[^\]]+\]|)(?:<.*?>)?[?]?\s*(?:[(:,=].*)?$/;

export function countRoughly(text: string, indent = ""): RoughCount {
  const count: RoughCount = { types: new Map(), aliases: 0, functions: new Set() };
  let open: Set<string> | undefined;
  let depth = 0;
  for (const line of withoutComments(text).split("\n")) {
    const bare = line.replace(/"[^"]*"|'[^']*'/g, (quoted) => quoted.replace(/[^\w"']/g, "_"));
    if (depth === 0 || open === undefined) {
      const head = HEAD.exec(bare.slice(indent.length));
      if (bare.startsWith(indent) && head?.[2] !== undefined) {
        open = count.types.get(head[2]) ?? new Set();
        count.types.set(head[2], open);
        depth = 0;
      } else if (/^(?:export |declare )*type [\w$]+/.test(bare)) count.aliases++;
      const fn = /^(?:export |declare )*function ([\w$]+)/.exec(bare.slice(indent.length))?.[1];
      if (fn !== undefined) count.functions.add(fn);
    } else if (depth === 1) {
      const name = MEMBER.exec(bare.trim())?.[1];
      if (name !== undefined && !/^(?:new|constructor)$/.test(name)) open.add(name.replace(/["']/g, ""));
      else if (/^constructor\b(?!\()/.test(bare.trim())) open.add("constructor");
    }
    for (const mark of bare.replace(/=>/g, "")) {
      if ("{([".includes(mark)) depth++;
      else if ("})]".includes(mark)) depth--;
    }
    if (depth <= 0 && /[})]/.test(bare)) open = undefined;
  }
  return count;
}

const withoutComments = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ""))
    .replace(/(^|\s)\/\/.*$/gm, "$1");
