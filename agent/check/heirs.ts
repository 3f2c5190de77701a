// The documented subclasses of an interface. Promises all of them, however far down. Refuses to walk the index twice
// for one version of it.

import type { Surface } from "../docs/surface/surface.ts";
import { perVersion } from "./per-version.ts";

const childrenOf = perVersion(childrenIn);

/** A value that is documented as the base is often one of its subclasses (page 04). */
export function heirs(name: string, surface: Surface): readonly string[] {
  const children = childrenOf(surface);
  const found = new Set<string>();
  const waiting = [...(children.get(name) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(children.get(next) ?? []));
  }
  return [...found];
}

function childrenIn(surface: Surface): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, string[]>();
  for (const name of surface.interfaces()) {
    for (const parent of surface.interface(name)?.parents ?? [])
      children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  return children;
}
