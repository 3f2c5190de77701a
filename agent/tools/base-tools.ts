// The tools that every workspace has. Promises one order, since the request's bytes depend on it. Refuses to know of
// documentation: those tools come on with it.

import { applyEditTool } from "./apply-edit.ts";
import { askPersonTool } from "./ask-person.ts";
import { deleteFileTool } from "./delete-file.ts";
import { deleteLinesTool } from "./delete-lines.ts";
import { editFileTool } from "./edit-file.ts";
import { findInFilesTool } from "./find-in-files.ts";
import { listFilesTool } from "./list-files.ts";
import { makePlanTool } from "./make-plan.ts";
import { moveFileTool } from "./move-file.ts";
import { readFileTool } from "./read-file.ts";
import type { Tool } from "./tool.ts";
import { writeFileTool } from "./write-file.ts";

export const baseTools: Tool[] = [
  listFilesTool,
  readFileTool,
  findInFilesTool,
  writeFileTool,
  editFileTool,
  applyEditTool,
  deleteLinesTool,
  deleteFileTool,
  moveFileTool,
  askPersonTool,
  makePlanTool,
];
