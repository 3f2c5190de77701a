// What was not looked at, a line each on standard error: files that cannot be read, and files that are not the engine's.

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
