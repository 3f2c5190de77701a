// The certain findings of a stage, those that something speaks for apart: code that has moved, a file that no listing shows.
// Promises one rule for the draft and for an item of a plan: an item was once left undone over a line that its write, and the
// draft, were allowed. Refuses to look at likely ones: they hold nothing.

import type { Placed } from "./check-messages.ts";
import type { StagedText } from "./check-stage.ts";
import { type Excusing, isExcused } from "./excuses.ts";

/** `texts` is everything that is staged: what moved may have left a file of another item. */
export async function partExcused(
  certain: readonly Placed[],
  texts: readonly StagedText[],
  asked: Pick<Excusing, "stage" | "world" | "work">,
): Promise<{ held: Placed[]; excused: Placed[] }> {
  const olds = new Map(
    texts.flatMap(({ path, before }): [string, string][] => (before === null ? [] : [[path, before]])),
  );
  const [held, excused]: [Placed[], Placed[]] = [[], []];
  for (const one of certain) {
    const text = texts.find(({ path }) => path === one.path)?.after ?? "";
    const isKnown = await isExcused(one, text, { ...asked, olds });
    (isKnown ? excused : held).push(one);
  }
  return { held, excused };
}
