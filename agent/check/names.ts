// Whether a bare name is anything: documented, of the language, of the profile, of the project. Promises to know every way in
// which a name can be there. Refuses to judge what `with` or a module's own import may bring.

import { globalSince } from "./built-ins.ts";
import type { Checking } from "./check.ts";
import { memberOfBare } from "./receivers.ts";

/** The name is there, or nobody may say that it is not. */
export function isKnownName(name: string, checking: Checking): boolean {
  const { surface, world, before, own, project } = checking;
  const { profile } = world;
  return (
    surface.global(name) !== undefined ||
    surface.fn(name) !== undefined ||
    surface.interface(name) !== undefined ||
    globalSince(name) !== undefined ||
    before.has(name) ||
    profile.globals.includes(name) ||
    profile.loaders.some((loader) => loader.split(".")[0] === name) ||
    profile.builtIns.present.includes(name) ||
    isBareMember(name, checking) ||
    own.declares(name) ||
    project.declares(name)
  );
}

/** A member of the application object, or of what `this` is, called without it. */
function isBareMember(name: string, { surface, world, before }: Checking): boolean {
  if (memberOfBare(name, surface)) return true;
  return world.profile.bare.some((global) => {
    const owner = surface.global(global)?.interface ?? before.get(global)?.names[0] ?? global;
    return surface.member(owner, name) !== undefined;
  });
}

/** Every bare name that a script can write, for the nearest ones. */
export function bareNames({ surface, world }: Checking): string[] {
  return [
    ...surface.globals().map(({ name }) => name),
    ...surface.functions().map(({ name }) => name),
    ...world.profile.globals.map((stated) => stated.split(":")[0] ?? stated),
  ];
}
