// Moves a file: its bytes under another name. Promises that nothing is overwritten and no byte changes.
// Refuses a target that exists.

import { z } from "zod";
import { MAY_BE_LOADED } from "./advice.ts";
import { stagedLine } from "./shown.ts";
import { defineTool, done, refuse } from "./tool.ts";

export const moveFileTool = defineTool({
  name: "move_file",
  description: "Move or rename a file.",
  effect: "stage",
  parameters: z.object({ from: z.string(), to: z.string() }),
  label: ({ from, to }) => `moving ${from} to ${to}`,
  async run({ from, to }, { files, signal }) {
    const source = await files.mayWrite(from);
    if (!source.ok) return source;
    const target = await files.mayWrite(to);
    if (!target.ok) return target;
    if (source.path === target.path) return refuse("no_change", "from and to are the same path.");
    const file = await files.read(source.path, signal);
    if (!file.ok) return file;
    const there = await files.read(target.path, signal);
    if (there.ok) return refuse("exists", `${target.path} exists already. Choose another name.`);
    if (there.reason !== "not_found") return there;
    const text = [stagedLine(target.path, null, file.bytes), `${source.path} goes away. ${MAY_BE_LOADED}`];
    return done(text.join("\n"), { path: target.path }, [
      { path: source.path, after: null, note: `moves to ${target.path}` },
      { path: target.path, after: file.bytes, note: `moved from ${source.path}, same bytes` },
    ]);
  },
});
