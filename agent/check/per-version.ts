// What is worked out once for each version of the documentation. Promises that a rebuilt index is read anew, though the surface
// that everybody holds stays the same object. Refuses to keep what an old version said.

import type { Surface } from "../docs/surface/surface.ts";

/** The list of interfaces is made once for each version, and so stands for it. */
export const versionOf = (surface: Surface): object => surface.interfaces();

export function perVersion<T>(make: (surface: Surface) => T): (surface: Surface) => T {
  const kept = new WeakMap<object, { made: T }>();
  return (surface) => {
    const version = versionOf(surface);
    const known = kept.get(version) ?? { made: make(surface) };
    kept.set(version, known);
    return known.made;
  };
}
