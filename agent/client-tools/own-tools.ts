// The owner's tools of one workspace, as they are now: offered while the bytes on disk have a yes, gone when they do not.
// Promises that what runs are the approved bytes, read back by their hash, and that each change is told once. Refuses to
// run, or to read more than the names of, anything that has no yes.

import path from "node:path";
import type { Clock } from "../../store/clock.ts";
import type { Hash } from "../../store/ledger.ts";
import type { ToolLayer } from "../tools/lay-tools.ts";
import { isTrusted, PLACES, type Standing, type Trust } from "../trust/trust.ts";
import { type LoadedTools, loadTools } from "./load-tools.ts";
import { defaultLimits, type Limits } from "./tool-thread.ts";

/** `once` names what is told: the same is not told again. */
export type TellOwner = (once: string, text: string) => void;

export type OwnTools = {
  /** Looks what lies there and what has a yes; loads or unloads. Cheap when nothing moved. */
  refresh(): Promise<void>;
  layer(): ToolLayer;
  /** Approved modules that could not be loaded, each with why. */
  faults(): readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
};

export type OwnToolsDeps = {
  trust: Trust;
  /** Where copies of what was approved are kept. */
  dir: string;
  clock: Clock;
  signal: AbortSignal;
  tell: TellOwner;
  limits?: Limits;
};

type Loaded = LoadedTools & { hash: Hash };

export function createOwnTools(deps: OwnToolsDeps): OwnTools {
  const { trust, clock, tell } = deps;
  const state: { loaded: Loaded | null; seen: string | null; last: Promise<void> } = {
    loaded: null,
    seen: null,
    last: Promise.resolve(),
  };

  /** One after another: two turns that begin at once must not load the same tools twice. */
  function refresh(): Promise<void> {
    const mine = state.last.then(() => refreshNow());
    state.last = mine.catch(() => undefined);
    return mine;
  }

  async function refreshNow(): Promise<void> {
    const seen = await sight(deps);
    if (seen !== null && seen === state.seen) return;
    const standing = await trust.standing("tools");
    const wanted = isTrusted(standing) ? (standing.yes?.hash ?? null) : null;
    if (state.loaded !== null && state.loaded.hash !== wanted) await unload();
    if (wanted !== null && state.loaded === null) await load(wanted, standing);
    const told = newsOf(standing, wanted);
    if (told !== null) tell(told.once, told.text);
    state.seen = seen;
  }

  async function load(hash: Hash, { found }: Standing): Promise<void> {
    // A kill between the yes and its copy, or a lost data folder: the bytes on disk are those of the yes.
    if ((await trust.kept("tools", hash)) === null && found.type === "found") await trust.keep(found.tree);
    const tree = await trust.kept("tools", hash);
    if (tree === null) throw new Error(`The copy of what was approved in ${PLACES.tools} cannot be kept.`);
    const loaded = await loadTools(tree, {
      clock,
      limits: deps.limits ?? defaultLimits,
      folder: path.join(deps.dir, hash),
      signal: deps.signal,
    });
    state.loaded = { hash, ...loaded };
    for (const fault of loaded.faults) tell(`${hash} ${fault}`, fault);
  }

  async function unload(): Promise<void> {
    const tools = state.loaded?.tools ?? [];
    state.loaded = null;
    await Promise.all(tools.map((tool) => tool[Symbol.asyncDispose]()));
  }

  return {
    refresh,
    layer: () =>
      (state.loaded?.tools ?? []).map(({ description, over }) => ({ name: description.name, over })),
    faults: () => state.loaded?.faults ?? [],
    async [Symbol.asyncDispose]() {
      await state.last;
      await unload();
    },
  };
}

/** Younger files may still be written to within the same tick of the system's clock: those are read each time. */
const SETTLED_MS = 2_000;

/** What can be seen without reading: the stamps of the files, and the yes. Null when that is not enough. */
async function sight({ trust, clock }: OwnToolsDeps): Promise<string | null> {
  try {
    const look = await trust.look();
    if (look !== null && look.newestMs > clock.now() - SETTLED_MS) return null;
    return JSON.stringify([look?.stamp ?? null, ...(await trust.trusted("tools"))]);
  } catch {
    // What cannot be looked over is refused in words below.
    return null;
  }
}

function newsOf(
  { found, yes, lastYes }: Standing,
  wanted: Hash | null,
): { once: string; text: string } | null {
  if (wanted !== null) return null;
  switch (found.type) {
    case "unfit":
      return { once: `unfit ${found.why}`, text: `${found.why} None of it is offered.` };
    case "nothing":
      return (
        yes && { once: `gone ${yes.card}`, text: `${PLACES.tools} is empty now: its tools are unloaded.` }
      );
    case "found": {
      const { hash } = found.tree;
      const text = yes
        ? `${PLACES.tools} is not what you said yes to any more, so its tools are unloaded. /trust shows the change.`
        : `${PLACES.tools} holds code that waits for your yes; until then none of it runs. /trust shows it.`;
      // Given up by hand: its owner knows.
      if (!yes && lastYes?.hash === hash) return null;
      return { once: `waits ${hash}`, text };
    }
  }
}
