// A check's result for a person: one line for each finding, as editors read them, and a last line that says how much was
// looked at. Promises that no sign of a file or a name orders the terminal about. Refuses what was there before: it is counted.

import { styleText } from "node:util";
import type { FileFinding } from "../../../agent/check/finding.ts";
import { safeText } from "../safe-text.ts";
import { type CheckResult, countsIn, isOld, totalsOf } from "./result.ts";

export function asText(result: CheckResult, isTty: boolean): string {
  // `isTty` decides, not a look at the process's own stream.
  const paint = (style: "red" | "yellow" | "bold", text: string) =>
    isTty ? styleText(style, text, { validateStream: false }) : text;
  const lines = result.files.flatMap(({ path, findings }) =>
    findings
      .filter((one) => !isOld(result, one.origin))
      .map((one) => {
        const kind = countsIn(result, one)
          ? paint("red", one.family)
          : paint("yellow", `${one.family} (likely)`);
        return `${paint("bold", placeOf(path, one))} ${kind} ${oneLine(one.message)}`;
      }),
  );
  return `${[...lines, lastLine(result)].join("\n")}\n`;
}

const placeOf = (path: string, { line, column }: FileFinding): string => `${oneLine(path)}:${line}:${column}`;

/** Also of what stands in the file's own words: a name may be a line end and an order to the terminal. */
export const oneLine = (text: string): string => safeText(text).replace(/\s*\n\s*/g, " ");

function lastLine(result: CheckResult): string {
  const { files, counting, likely, inherited, judged, open, share } = totalsOf(result);
  const found = [
    counting > 0 ? plural(counting, "finding") : "nothing invented",
    ...(likely > 0 ? [`${likely} likely`] : []),
    ...(inherited > 0 ? [`${inherited} from before ${oneLine(result.since?.name ?? "")}, not shown`] : []),
  ].join(", ");
  const part = share === null ? "" : ` (${Math.floor(share * 100)} %)`;
  const names = `${judged} of ${plural(judged + open, "name")} judged${part}`;
  return `${plural(files, "file")} checked: ${found}; ${names}, ${(result.ms / 1000).toFixed(2)} s`;
}

export const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
