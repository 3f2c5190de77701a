// Deletes what is named from a file: a side model marks lines, code drops them. Promises that nothing is rewritten.
// Refuses half a construct, and a whole file.

import { z } from "zod";
import { deleteByMarks } from "../delete/delete-pass.ts";
import { defineTool } from "./tool.ts";
import { wholeNumber } from "./whole-number.ts";

export const deleteLinesTool = defineTool({
  name: "delete_lines",
  description: "Delete the lines of a thing you name; nothing else changes. Use it for every removal.",
  effect: "stage",
  parameters: z.object({
    path: z.string(),
    what: z.string().describe("In words: the footer and its frame"),
    from: wholeNumber.optional(),
    to: wholeNumber.optional(),
  }),
  label: ({ path }) => `deleting lines of ${path}`,
  run: (args, ctx) => deleteByMarks(args, ctx),
});
