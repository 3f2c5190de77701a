// What was not looked at, on standard error: a line for each file that cannot be read, one for all that are not the engine's;
// and why nothing that was found can count. Promises that no name in it orders the terminal about. Refuses to decide how the
// command ends.

import type { DocsPlace } from "../docs-folder.ts";
import type { CliIo } from "../io.ts";
import { oneLine, plural } from "./as-text.ts";
import type { CodeFiles } from "./read-files.ts";
import { type CheckResult, totalsOf } from "./result.ts";

const SHOWN = 5;

export function tellAside({ problems, others }: Pick<CodeFiles, "problems" | "others">, io: CliIo): void {
  for (const { path, text } of problems) io.stderr(`${oneLine(path)}: ${oneLine(text)}\n`);
  if (others.length === 0) return;
  const some = others.slice(0, SHOWN).map(oneLine).join(", ");
  const more = others.length > SHOWN ? " and more" : "";
  const what = `Not the engine's by the profile's "domain", so not checked: ${plural(others.length, "file")}`;
  io.stderr(`${what} (${some}${more})\n`);
}

/** A folder of documentation that nobody called complete passed every invention with 0, and nothing said why. */
export function tellIncomplete(result: CheckResult, { sources, stated }: DocsPlace, io: CliIo): void {
  if (totalsOf(result).likely === 0 || sources.some(({ complete }) => complete)) return;
  const how = stated === null ? "give --complete" : 'say "complete": true in .handrail/docs.json';
  io.stderr(
    `No documentation here is called complete, so a name that it lacks fails nothing; if it has every name, ${how}.\n`,
  );
}
