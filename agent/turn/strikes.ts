// Strikes: writes of one file that were refused in a row. Promises that a file with three of them is left alone for
// the rest of the turn, or until the person speaks, and that a write which is staged clears its file. Refuses to count
// what has a brake of its own: malformed, unknown and repeated calls.

import type { EventOf, TurnEvent } from "../events.ts";
import { keyOf } from "../overlay/words.ts";
import type { Refusal } from "../ports.ts";
import { refuse, type Tool, type ToolResult } from "../tools/tool.ts";
import { plainPath } from "../workspace/paths.ts";

/** After this many the file is left alone (page 03). */
const STRIKE_CAP = 3;

const NO_STRIKE = new Set([
  "malformed",
  "unknown_tool",
  "repeated",
  "stopped",
  "crashed",
  "not_allowed",
  "left_alone",
  "ungrounded",
]);

/** The files that are left alone now. */
export function leftAlone(events: readonly TurnEvent[]): string[] {
  const strikes = new Map<string, EventOf<"tool_ran">[]>();
  const said = new Set<string>();
  for (const event of events) {
    if (event.type === "staged") strikes.delete(event.change.path);
    if (event.type === "steered" || isComment(event)) strikes.clear();
    if (event.type === "overruled") {
      if (event.word === "exists") said.add(keyOf(event));
      else said.delete(keyOf(event));
      for (const [path, runs] of strikes)
        strikes.set(
          path,
          runs.filter((run) => !isOverruled(run, said)),
        );
    }
    if (event.type !== "tool_ran" || event.struck === undefined) continue;
    strikes.set(event.struck, [...(strikes.get(event.struck) ?? []), event]);
  }
  return [...strikes].flatMap(([path, runs]) => (runs.length >= STRIKE_CAP ? [path] : []));
}

/** Refused for nothing but names that the owner says exist. */
function isOverruled({ findings = [] }: EventOf<"tool_ran">, said: ReadonlySet<string>): boolean {
  return findings.length > 0 && findings.every((one) => said.has(keyOf(one)));
}

const isComment = (event: TurnEvent) => event.type === "verdict_given" && event.verdict === "revise";

/** The file that a refused call gives a strike to, if any. */
export function struckBy(
  { tool, args }: { tool: Tool | undefined; args: string },
  result: ToolResult,
): string | null {
  if (result.ok || tool?.effect !== "stage" || NO_STRIKE.has(result.reason)) return null;
  return pathsIn(args)[0] ?? null;
}

/** The refusal of a write to a file that is left alone. */
export function aloneRefusal(tool: Tool, args: string, events: readonly TurnEvent[]): ToolResult | null {
  if (tool.effect !== "stage") return null;
  const alone = leftAlone(events);
  const path = alone.length === 0 ? undefined : pathsIn(args).find((one) => alone.includes(one));
  return path === undefined ? null : refuse("left_alone", aloneText(path));
}

/** The same for what a tool would write whose arguments do not name its files. */
export function aloneWrites(
  writes: readonly { path: string }[],
  events: readonly TurnEvent[],
): Refusal | null {
  const alone = leftAlone(events);
  const found = writes.find(({ path }) => alone.includes(path));
  return found ? { ok: false, reason: "left_alone", text: aloneText(found.path) } : null;
}

const aloneText = (path: string): string =>
  `Not run: ${STRIKE_CAP} writes of ${path} in a row were refused, so it is left alone in this request. Go on with the rest, and say in the final answer that ${path} was not changed, and why.`;

/** The files that a staging call writes, each in its plain form. */
function pathsIn(args: string): string[] {
  const given: unknown = parsed(args);
  if (typeof given !== "object" || given === null) return [];
  return ["path", "to", "from"].flatMap((key) => {
    const value: unknown = Reflect.get(given, key);
    if (typeof value !== "string") return [];
    const plain = plainPath(value, "write");
    return [plain.ok ? plain.path : value.slice(0, 200)];
  });
}

function parsed(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return null;
  }
}
