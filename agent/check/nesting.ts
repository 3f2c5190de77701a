// How deep a text may drive a parser that calls itself for what stands inside what. Promises to name towers of brackets, of
// prefixes, of branches, before a parser written in another language falls off its stack and takes the process along (test:
// "hostile texts end in a moment"). Refuses to parse: it counts what could be nested at the most.

/** No script that a person wrote comes near; the parser stands several times as much. */
const MAX_DEPTH = 1_000;

/** Each `else if` stands in the one before, and nothing that ends tells where such a chain does. */
const MAX_BRANCHES = 4_000;

const MARKS =
  /[()[\]{}<>,;]|[!~?:]|\+(?!\+)|-(?!-)|\*\*|=+|\b(?:new|typeof|void|delete|await|yield|if|else|for|while|do|with|class|function|import)\b/g;
const HIDDEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** Counted as it stands, and without what looks like comments and words: either may be made to hide the other's brackets. */
export const isTower = (text: string): boolean => isDeep(text) || isDeep(text.replace(HIDDEN, " "));

/** Brackets that are open, and at each of them what has no end yet. */
function isDeep(text: string): boolean {
  const runs: number[] = [0];
  let [depth, angles, branches] = [0, 0, 0];
  for (const { 0: mark } of text.matchAll(MARKS)) {
    const top = runs.length - 1;
    switch (mark) {
      case "(":
      case "[":
      case "{":
        runs.push(0);
        depth += 1;
        break;
      case ")":
      case "]":
      case "}":
        depth -= top > 0 ? (runs.pop() ?? 0) + 1 : 0;
        if (mark === "}") depth -= ended(runs);
        break;
      case ";":
        angles = 0;
        depth -= ended(runs);
        break;
      case ",":
        depth -= ended(runs);
        break;
      case "<":
        angles += 1;
        runs[top] = (runs[top] ?? 0) + 1;
        depth += 1;
        break;
      case "else":
        branches += 1;
        break;
      case ">":
        angles = Math.max(angles - 1, 0);
        break;
      default:
        runs[top] = (runs[top] ?? 0) + 1;
        depth += 1;
    }
    if (depth + angles > MAX_DEPTH || branches > MAX_BRANCHES) return true;
  }
  return false;
}

/** What was begun at this bracket is over: how much that was. */
function ended(runs: number[]): number {
  const top = runs.length - 1;
  const was = runs[top] ?? 0;
  runs[top] = 0;
  return was;
}
