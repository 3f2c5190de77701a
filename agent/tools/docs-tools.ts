// The tools that come on with documentation, after the base tools. Promises one order, since the request's bytes
// depend on it. Refuses to decide when: whoever opens the workspace knows whether it has any.

import { checkSymbolsTool } from "./check-symbols.ts";
import { counted } from "./counted.ts";
import { docsFindInFiles } from "./docs-find-in-files.ts";
import { dryRunTool } from "./dry-run.ts";
import { findConstructTool } from "./find-construct.ts";
import { plainLayer, type ToolLayer } from "./lay-tools.ts";
import { lookupDocsTool } from "./lookup-docs.ts";
import { ragLookupTool } from "./rag-lookup.ts";
import { resolveTopicTool } from "./resolve-topic.ts";

export const docsTools: ToolLayer = [
  docsFindInFiles,
  ...plainLayer([
    counted(lookupDocsTool),
    resolveTopicTool,
    findConstructTool,
    checkSymbolsTool,
    counted(ragLookupTool),
    dryRunTool,
  ]),
];
