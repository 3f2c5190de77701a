// Where a path of names leads in the documentation: `app.project.activeItem` over the types of what stands before each
// dot. Promises the chunks of the last name that is documented, and whether that is the last name of all. Refuses a root
// it does not know, except to take it for an instance of whatever has the next name.

import type { MemberInfo, Surface } from "../surface/surface.ts";

export type PathEnd = { chunks: string[]; isWhole: boolean };

/** A path longer than this is no question about one name. */
const MAX_NAMES = 12;
/** Types of one member, and owners of one name, that are followed. */
const MAX_BRANCHES = 24;

export function followPath(names: readonly string[], surface: Surface): PathEnd {
  const [root = "", ...rest] = names.slice(0, MAX_NAMES);
  if (rest.length === 0) return endOf(root, surface);
  const roots = rootsOf(root, surface);
  const followed = roots.length > 0 ? follow(roots, rest, surface) : followAny(rest, surface);
  return { chunks: [...new Set(followed.members.map(({ chunk }) => chunk))], isWhole: followed.isWhole };
}

/** A single name that no title has: a member of a table, a global, a function. */
function endOf(name: string, surface: Surface): PathEnd {
  const whole = surface.interface(name)?.chunk ?? surface.fn(name)?.chunk ?? surface.global(name)?.chunk;
  const members = surface.owners(name).flatMap((owner) => surface.member(owner, name)?.chunk ?? []);
  const chunks = [...new Set([...(whole == null ? [] : [whole]), ...members])];
  return { chunks, isWhole: chunks.length > 0 };
}

function rootsOf(root: string, surface: Surface): string[] {
  const global = surface.global(root);
  const types = global === undefined ? [] : typesOf(global, surface);
  return surface.interface(root) ? [root, ...types] : types;
}

function typesOf(global: { interface: string | null; valueType: string | null }, surface: Surface): string[] {
  if (global.interface !== null) return [global.interface];
  return global.valueType === null ? [] : surface.typesIn(global.valueType);
}

type Followed = { members: MemberInfo[]; isWhole: boolean };

function follow(interfaces: readonly string[], names: readonly string[], surface: Surface): Followed {
  let owners = interfaces.slice(0, MAX_BRANCHES);
  let last: MemberInfo[] = [];
  for (const name of names) {
    const members = owners.flatMap((owner) => surface.member(owner, name) ?? []);
    if (members.length === 0) return { members: last, isWhole: false };
    last = members;
    const types = members.flatMap(({ valueType }) => (valueType === null ? [] : surface.typesIn(valueType)));
    owners = [...new Set(types)].slice(0, MAX_BRANCHES);
  }
  return { members: last, isWhole: true };
}

/** The root is a variable: whatever has the next name may be in it. A single name then says too little. */
function followAny(names: readonly string[], surface: Surface): Followed {
  const [first = ""] = names;
  if (names.length < 2) return { members: [], isWhole: false };
  return follow(surface.owners(first), names, surface);
}
