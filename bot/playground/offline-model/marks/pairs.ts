// Calls that open a construct and the calls that close it (frameBegin … frameEnd), told by their names alone,
// since a side call sees no profile. Promises the closing line of an opening one, nesting counted, also when
// two functions share the work. Refuses a close with another stem.

import { codeOf, type Line } from "./structure.ts";

type Side = "open" | "close";
type PairCall = { at: number; stem: string; side: Side; depth: number };

const OPEN = "Begin|Open|Start|Push|Enter";
const CLOSE = "End|Close|Stop|Pop|Exit|Leave|Finish";
const SUFFIX = new RegExp(`^(.*?[a-z0-9])_?(${OPEN}|${CLOSE})$`, "i");
const PREFIX = new RegExp(`^(${OPEN}|${CLOSE})_?([A-Z].*|_.*)$`, "i");

/** For each opening call's line (as index) the index of the line that closes it. */
export function pairedLines(lines: readonly Line[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const lonely: { opens: PairCall[]; closes: PairCall[] } = { opens: [], closes: [] };
  const stack: PairCall[] = [];
  for (const call of pairCalls(lines)) {
    leaveScopes(stack, call, lonely.opens, lines);
    if (call.side === "open") {
      stack.push(call);
      continue;
    }
    const match = stack.findLastIndex((open) => open.stem === call.stem && open.depth === call.depth);
    const open = stack[match];
    if (open === undefined) {
      lonely.closes.push(call);
      continue;
    }
    pairs.set(open.at, call.at);
    lonely.opens.push(...stack.splice(match).slice(1));
  }
  pairAcross([...lonely.opens, ...stack], lonely.closes, pairs);
  return pairs;
}

// A function that opens and another that closes: the first opened is the last closed.
function pairAcross(opens: PairCall[], closes: PairCall[], pairs: Map<number, number>): void {
  for (const stem of new Set(opens.map((open) => open.stem))) {
    const mine = opens.filter((open) => open.stem === stem).sort((a, b) => a.at - b.at);
    const ends = closes.filter((close) => close.stem === stem).sort((a, b) => a.at - b.at);
    if (mine.length !== ends.length || (mine.at(-1)?.at ?? 0) > (ends[0]?.at ?? 0)) continue;
    for (const [i, open] of mine.entries()) pairs.set(open.at, ends.at(-1 - i)?.at ?? open.at);
  }
}

function leaveScopes(stack: PairCall[], call: PairCall, lonely: PairCall[], lines: readonly Line[]): void {
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const { at, depth } = top;
    if (!lines.slice(at + 1, call.at + 1).some((line) => !line.blank && line.depth < depth)) return;
    lonely.push(top);
    stack.pop();
  }
}

function pairCalls(lines: readonly Line[]): PairCall[] {
  return lines.flatMap((line, at) => {
    if (line.first !== at || line.blank || line.comment) return [];
    const found = classify(codeOf(lines, at));
    return found ? [{ at, ...found, depth: line.depth }] : [];
  });
}

/** What a call gives may be kept: `var head = page.frameBegin("head")`. */
const CALL =
  /^(?:(?:\w+\s+)?[\w$.]+(?::\s*\w+)?\s*:?=\s*)?(?:await\s+)?((?:[\w$]+(?:\.|::|->|:))*)([\w$]+)\s*\(/;

function classify(code: string): { stem: string; side: Side } | null {
  const callee = CALL.exec(code);
  if (!callee) return null;
  const [, owner = "", name = ""] = callee;
  const suffix = SUFFIX.exec(name);
  const prefix = suffix ? null : PREFIX.exec(name);
  const stem = suffix?.[1] ?? prefix?.[2];
  const word = suffix?.[2] ?? prefix?.[1];
  if (stem === undefined || word === undefined) return null;
  const side = new RegExp(`^(${OPEN})$`, "i").test(word) ? "open" : "close";
  return { stem: `${owner}${stem}`.toLowerCase(), side };
}
