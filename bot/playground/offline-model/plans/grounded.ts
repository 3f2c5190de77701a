// Looks names up before code that brings them in is staged, as a turn with documentation asks for. Promises the same
// calls otherwise, and one more try where staging was refused for want of a lookup. Refuses to look up what stays as it is.

import type { ReplyCall } from "../chat-reply.ts";
import type { Batch } from "../transcript.ts";
import { isProse, type Plan, type Scene } from "./plan.ts";

const NAMES_MAX = 6;
/** A receiver with a member, or what is constructed. */
const NAME = /(?<![\w$.])(?:new\s+)?([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+|(?<=new\s+)[A-Z][\w$]*)/g;

export function* grounded(plan: Plan, scene: Scene): Plan {
  const canLookUp = scene.tools.has("lookup_docs");
  const known = new Set<string>();
  let next = plan.next();
  while (!next.done) {
    const calls = next.value;
    const names = canLookUp ? broughtIn(calls).filter((name) => !known.has(name)) : [];
    if (names.length > 0) yield names.map(lookUp);
    for (const name of names) known.add(name);
    const batch = yield calls;
    next = plan.next(canLookUp ? yield* tryAgain(calls, batch) : batch);
  }
  return next.value;
}

const lookUp = (query: string): ReplyCall => ({ name: "lookup_docs", args: { query } });

/** Names in what these calls would write that are not in what they replace. */
function broughtIn(calls: readonly ReplyCall[]): string[] {
  const names = calls.flatMap(({ args }) => {
    if (typeof args === "string" || isProse(String(args.path ?? ""))) return [];
    const written = namesIn(args.new ?? args.content);
    // Another receiver for the same member is a renamed variable, and no new name of the engine.
    const before = new Set(namesIn(args.old).map(lastPart));
    return written.filter((name) => !before.has(lastPart(name)));
  });
  return [...new Set(names)].slice(0, NAMES_MAX);
}

const lastPart = (name: string) => name.slice(name.lastIndexOf(".") + 1);

function namesIn(text: unknown): string[] {
  if (typeof text !== "string") return [];
  const code = text.replace(/(["'])(?:\\.|(?!\1).)*\1|\/\/.*/g, '""');
  return [...code.matchAll(NAME)].map(([, name = ""]) => name);
}

/** The refusal names what to look up; the calls that were refused are then made once more. */
function* tryAgain(calls: readonly ReplyCall[], batch: Batch): Plan<Batch> {
  const refused = batch.flatMap((result, at) => (result.refused?.reason === "ungrounded" ? [at] : []));
  const named = refused.flatMap((at) => /lookup_docs with (\S+?),? /.exec(batch[at]?.text ?? "")?.[1] ?? []);
  if (named.length === 0) return batch;
  yield [...new Set(named)].map(lookUp);
  const again = yield refused.flatMap((at) => calls[at] ?? []);
  return batch.map((result, at) => again[refused.indexOf(at)] ?? result);
}
