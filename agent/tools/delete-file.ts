// Proposes to delete a whole file. Promises that its content can be brought back: it must be readable.
// Refuses secrets, folders and files that do not exist.

import { z } from "zod";
import { MAY_BE_LOADED } from "./advice.ts";
import { stagedLine } from "./shown.ts";
import { defineTool, done } from "./tool.ts";

export const deleteFileTool = defineTool({
  name: "delete_file",
  description: "Delete a whole file.",
  effect: "stage",
  parameters: z.object({ path: z.string() }),
  label: ({ path }) => `deleting ${path}`,
  async run({ path: asked }, { files, signal }) {
    const may = await files.mayWrite(asked);
    if (!may.ok) return may;
    const { path } = may;
    const file = await files.read(path, signal);
    if (!file.ok) return file;
    const text = `${stagedLine(path, file.bytes, null)}\nThe whole file goes. ${MAY_BE_LOADED}`;
    return done(text, { path }, [{ path, after: null, note: "deletes the file" }]);
  },
});
