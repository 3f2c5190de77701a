// What a turn's code is checked against: the documentation, the engine's profile, the owner's word, and the project as it
// would be with everything staged. Promises that the stage always wins over what was read before, and that a second question
// costs no second reading. Refuses to give a world without documentation: then there is nothing to check against.

import {
  createProjectTexts,
  type Laid,
  type ListedFile,
  type LoadedProject,
} from "../check/project-files.ts";
import type { ProjectFiles, World } from "../check/world.ts";
import type { Surface } from "../docs/surface/surface.ts";
import { keyOf, type Named } from "../overlay/words.ts";
import type { Workspace } from "../ports.ts";
import type { Stage } from "../workspace/stage.ts";
import { decodeScript, decodeText } from "../workspace/text.ts";
import type { TurnDeps } from "./deps.ts";

export type TurnWorld = World & { project: ProjectFiles };
export type WorldDeps = Pick<TurnDeps, "docs" | "ledger" | "workspace" | "profile" | "settings" | "clock">;

type Asked = {
  deps: WorldDeps;
  signal: AbortSignal;
  /** Texts over those of the stage: what is about to be staged. Null deletes. */
  laid?: Laid;
  /** Texts beside all of those, under paths of their own, which are no work of this turn. */
  olds?: Laid;
  /** How old the listing of the disk may be; none of it is taken over where this is left out. */
  maxAgeMs?: number;
};

/** Null without documentation, and where the turn is to go without checks. */
export async function worldOf(stage: Stage, asked: Asked): Promise<TurnWorld | null> {
  const { deps, signal, laid = new Map(), olds = new Map() } = asked;
  if (deps.settings.without?.has("checker")) return null;
  const docs = await deps.docs();
  if (!docs) return null;
  const loaded = await onDisk(asked);
  const staged = await stagedTexts(stage, signal);
  const said = await deps.ledger.existing(deps.settings.workspaceId);
  signal.throwIfAborted();
  return {
    surface: docs.surface,
    profile: deps.profile,
    project: loaded.under(
      new Map([...staged, ...laid, ...olds]),
      new Set([...staged.keys(), ...laid.keys()]),
    ),
    docsText: (word) => docs.hasWord(word),
    exists: ownersWord(said, docs.surface),
  };
}

type Kept = { texts: ReturnType<typeof createProjectTexts>; loaded: LoadedProject | null; at: number };
const kept = new WeakMap<Workspace, Kept>();

async function onDisk({ deps, signal, maxAgeMs = 0 }: Asked): Promise<LoadedProject> {
  const { workspace, clock } = deps;
  const state: Kept = kept.get(workspace) ?? { texts: createProjectTexts(), loaded: null, at: 0 };
  kept.set(workspace, state);
  const now = clock.now();
  if (state.loaded && now - state.at < maxAgeMs) return state.loaded;
  const files = (await workspace.list(signal)).map(
    ({ path, bytes, modifiedMs }): ListedFile => ({ path, bytes, version: `${bytes} ${modifiedMs}` }),
  );
  const loaded = await state.texts.load(files, async (path) => {
    const file = await workspace.read(path, signal);
    return file.ok ? decodeScript(file.bytes) : null;
  });
  state.loaded = loaded;
  state.at = now;
  return loaded;
}

async function stagedTexts(stage: Stage, signal: AbortSignal): Promise<Map<string, string | null>> {
  const texts = new Map<string, string | null>();
  for (const { path, after } of stage.changes()) {
    const file = after === null ? null : await stage.read(path, signal);
    // What is no text is still there: a load of it finds a file.
    texts.set(path, file?.ok ? (decodeText(file.bytes) ?? "") : null);
  }
  return texts;
}

/** A name that an interface has by the owner's word, its children have as well. */
export function ownersWord(said: readonly Named[], surface: Surface): NonNullable<World["exists"]> {
  const known = new Set(said.map(keyOf));
  return (finding) => {
    if (known.size === 0) return false;
    const { family, about } = finding;
    if (known.has(keyOf(finding)) || family !== "member") return known.has(keyOf(finding));
    const dot = about.lastIndexOf(".");
    return about
      .slice(0, dot)
      .split("|")
      .flatMap((owner) => parentsOf(owner, surface))
      .some((owner) => known.has(keyOf({ family, about: `${owner}${about.slice(dot)}` })));
  };
}

function parentsOf(name: string, surface: Surface, seen = new Set<string>()): string[] {
  if (seen.has(name)) return [];
  seen.add(name);
  return [name, ...(surface.interface(name)?.parents ?? []).flatMap((one) => parentsOf(one, surface, seen))];
}
