// The tools that come on with documentation, after the base tools. Promises one order, since the request's bytes
// depend on it. Refuses to decide when: whoever opens the workspace knows whether it has any.

import { lookupDocsTool } from "./lookup-docs.ts";
import type { Tool } from "./tool.ts";

export const docsTools: Tool[] = [lookupDocsTool];
