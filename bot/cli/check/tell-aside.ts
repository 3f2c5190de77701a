// What was not looked at, on standard error: a line for each file that cannot be read, one for all that are not the engine's.
// Promises that no name in it orders the terminal about. Refuses to decide how the command ends.

import type { CliIo } from "../io.ts";
import { oneLine, plural } from "./as-text.ts";
import type { CodeFiles } from "./read-files.ts";

const SHOWN = 5;

export function tellAside({ problems, others }: Pick<CodeFiles, "problems" | "others">, io: CliIo): void {
  for (const { path, text } of problems) io.stderr(`${oneLine(path)}: ${oneLine(text)}\n`);
  if (others.length === 0) return;
  const some = others.slice(0, SHOWN).map(oneLine).join(", ");
  const more = others.length > SHOWN ? " and more" : "";
  const what = `Not the engine's by the profile's "domain", so not checked: ${plural(others.length, "file")}`;
  io.stderr(`${what} (${some}${more})\n`);
}
