// The documentation of one workspace as it is now: what its docs.json names and its owner lets be read, and the index of
// that. Promises that what has lost its yes is out of the index before anybody asks again, and that a source which cannot
// be read is told while the others go on. Refuses to build before somebody asks.

import { buildIndex } from "../agent/docs/index/build-index.ts";
import { type Docs, openDocs } from "../agent/docs/open-docs.ts";
import { builtOf, stampOf, writeBuiltOf } from "../agent/docs/sources/built-of.ts";
import { DEFAULT_LOOKUPS } from "../agent/docs/sources/docs-json.ts";
import {
  type LoadedSources,
  loadSources,
  type SourceNote,
  type WorkspaceSource,
} from "../agent/docs/sources/load-sources.ts";
import { afterBuild, cacheDirOf, prepareSources } from "../agent/docs/sources/prepare-sources.ts";
import type { Clock } from "../store/clock.ts";
import type { Hash } from "../store/ledger.ts";
import { wordsOf } from "../store/words-of.ts";

export type WorkspaceDocs = {
  /** Opens the index, or builds it where none fits; null when there is nothing to read. */
  open(): Promise<Docs | null>;
  /** What was found at the last look. */
  loaded(): LoadedSources;
  /** What docs.json names now; throws when it cannot be read. */
  load(): Promise<LoadedSources>;
  /** Looks at docs.json and the yes again. */
  refresh(): Promise<void>;
  /** Moves to the index that is current now. */
  reload(): Promise<void>;
  close(): Promise<void>;
};

export type DocsDeps = {
  root: string;
  /** Where the index versions are. */
  dir: string;
  trusted(): Promise<ReadonlySet<Hash>>;
  clock: Clock;
  /** `once` names what is told once and for all. */
  tell(text: string, once?: string): void;
  signal: AbortSignal;
};

type State = {
  loaded: LoadedSources;
  /** What `loaded` is, in one text; null before the first look. */
  seen: string | null;
  opening: Promise<Docs | null> | null;
  /** The last of the openings, which the next one waits for. */
  last: Promise<unknown>;
  docs: Docs | null;
  failed: boolean;
};

const NOTHING: LoadedSources = { sources: [], lookups: DEFAULT_LOOKUPS, needsTrust: null, notes: [] };

export function createWorkspaceDocs(deps: DocsDeps): WorkspaceDocs {
  const state: State = {
    loaded: NOTHING,
    seen: null,
    opening: null,
    last: Promise.resolve(),
    docs: null,
    failed: false,
  };
  const load = async () => await loadSources(deps.root, await deps.trusted());

  async function refresh(): Promise<void> {
    const loaded = await orFault(load, deps);
    const seen = JSON.stringify(loaded);
    if (state.failed) state.opening = null;
    if (seen === state.seen) return;
    const now = typeof loaded === "string" ? NOTHING : loaded;
    if (stampOf(now.sources) !== stampOf(state.loaded.sources)) state.opening = null;
    state.loaded = now;
    state.seen = seen;
    if (typeof loaded === "string") deps.tell(loaded);
    else tellNotes(loaded, deps);
  }

  /** Who asks while the sources move waits for the index of what they are then. */
  function open(): Promise<Docs | null> {
    if (state.opening) return state.opening;
    const opening = state.last.then(() => openNow(state, deps));
    state.opening = opening;
    state.last = opening.catch(() => null);
    return opening;
  }

  return {
    open,
    loaded: () => state.loaded,
    load,
    refresh,
    async reload() {
      const opened = await state.opening;
      if (opened) await opened.reload();
      else state.opening = null;
    },
    async close() {
      await state.last;
      await state.docs?.[Symbol.asyncDispose]();
    },
  };
}

async function openNow(state: State, deps: DocsDeps): Promise<Docs | null> {
  const { sources } = state.loaded;
  state.failed = false;
  if (sources.length === 0) return null;
  try {
    // A job or the command line may have swapped in another one since it was opened.
    if (state.docs) await state.docs.reload();
    else state.docs = (await openDocs(deps.dir, deps)) ?? null;
    if (!state.docs || (await builtOf(deps.dir)) !== stampOf(sources)) await build(sources, state, deps);
    return state.docs;
  } catch (error) {
    deps.signal.throwIfAborted();
    deps.tell(wordsOf(error));
    // The old index may hold what must not be read any more: it is asked again before the next turn.
    state.failed = true;
    return null;
  }
}

async function build(sources: readonly WorkspaceSource[], state: State, deps: DocsDeps): Promise<void> {
  const { dir, clock, signal } = deps;
  await using _slow = tellIfSlow(deps);
  const prepared = await prepareSources(sources, { cacheDir: cacheDirOf(dir), clock, signal });
  if (prepared.sources.length === 0) {
    tellAll(prepared.notes, deps);
    throw new Error("None of the documentation's sources can be read now.");
  }
  // A smaller index is what changed sources may mean; to hold it back would be to go on reading the old ones.
  const acceptShrink = state.docs !== null;
  const { unread } = await buildIndex({ sources: prepared.sources, dir, clock, signal, acceptShrink }).catch(
    (error: unknown) => {
      tellAll(prepared.notes, deps);
      throw error;
    },
  );
  tellAll(afterBuild(prepared.notes, unread), deps, unread.length > 0 ? [MENDED] : []);
  await writeBuiltOf(dir, sources);
  if (state.docs) await state.docs.reload();
  else state.docs = (await openDocs(dir, { signal })) ?? null;
}

const MENDED = "Once it can be read, /jobs runs rebuild-index.";

const SLOW_MS = 2000;

// The turn that waits for its documentation has not begun: without a word its person sees nothing at all.
function tellIfSlow({ clock, tell, signal }: DocsDeps): AsyncDisposable {
  const done = new AbortController();
  const telling = clock.sleep(SLOW_MS, AbortSignal.any([signal, done.signal])).then(
    () => tell(READING, `reading ${clock.now()}`),
    () => {},
  );
  return {
    async [Symbol.asyncDispose]() {
      done.abort();
      await telling;
    },
  };
}

const READING =
  "its documentation is new or has changed and is being read; requests go on when that is done.";

/** What waits for a yes is told once for these bytes; the rest is told like any fault. */
function tellNotes({ notes, needsTrust }: LoadedSources, deps: DocsDeps): void {
  const byKind = (waits: boolean) => notes.filter(({ kind }) => (kind === "waits") === waits);
  const once = `waits ${needsTrust?.hash}`;
  tellAll(byKind(true), { tell: (text) => deps.tell(text, once) });
  tellAll(byKind(false), deps);
}

const MOST_TOLD = 12;

// In one message: a docs.json with a dozen faults once rang a phone a dozen times.
function tellAll(
  notes: readonly SourceNote[],
  { tell }: Pick<DocsDeps, "tell">,
  after: readonly string[] = [],
): void {
  const lines = notes.slice(0, MOST_TOLD).map((note) => note.text);
  const more = notes.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more: handrail index --workspace names them all.`);
  if (lines.length > 0) tell([...lines, ...after].join("\n"));
}

async function orFault<T>(work: () => Promise<T>, { signal }: DocsDeps): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    return wordsOf(error);
  }
}
