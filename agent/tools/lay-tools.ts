// Layers of tools: base, documentation, the owner's own. Promises that a later tool of the same name stands in the
// earlier one's place and can call it. Refuses to hide anything silently: what is shadowed is told to who shadows.

import type { Tool } from "./tool.ts";

/** Makes a tool; `shadowed` is the tool of the same name in the layers below, if there is one. */
export type ToolLayer = readonly { name: string; over(shadowed: Tool | null): Tool }[];

/** A tool that needs nothing of what it shadows. */
export function plainLayer(tools: readonly Tool[]): ToolLayer {
  return tools.map((tool) => ({ name: tool.name, over: () => tool }));
}

/** The tools in the order of their first appearance. */
export function layTools(...layers: readonly ToolLayer[]): readonly Tool[] {
  const laid = new Map<string, Tool>();
  for (const { name, over } of layers.flat()) laid.set(name, over(laid.get(name) ?? null));
  return [...laid.values()];
}
