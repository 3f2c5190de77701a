// One workspace of the running bot, or of the command line: its folder, profile, instructions, documentation and
// model bound into the agent's functions. Promises that a file of `.handrail/` which cannot be
// read is told and the rest goes on. Refuses a folder that is not there.

import { basename, join } from "node:path";
import { buildIndex } from "../agent/docs/index/build-index.ts";
import { type Docs, openDocs } from "../agent/docs/open-docs.ts";
import { DEFAULT_LOOKUPS } from "../agent/docs/sources/docs-json.ts";
import {
  type LoadedSources,
  loadSources,
  type SourceNote,
  type WorkspaceSource,
} from "../agent/docs/sources/load-sources.ts";
import { cacheDirOf, prepareSources } from "../agent/docs/sources/prepare-sources.ts";
import { landReview } from "../agent/landing.ts";
import { createInFlight } from "../agent/lookups/in-flight.ts";
import type { LookupCache } from "../agent/lookups/lookup-cache.ts";
import type { LookupServices } from "../agent/lookups/services.ts";
import type { Embedder, ModelClient, Notifier, Reviewer } from "../agent/ports.ts";
import { failTurn, runTurn } from "../agent/run-turn.ts";
import { startTurn } from "../agent/start-turn.ts";
import { observe } from "../agent/streaks.ts";
import { baseTools } from "../agent/tools/base-tools.ts";
import { docsTools } from "../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../agent/tools/lay-tools.ts";
import type { TurnDeps, TurnSettings } from "../agent/turn/deps.ts";
import { planUndo } from "../agent/undo.ts";
import { openWorkspace } from "../agent/workspace/folder.ts";
import { readOwnFile } from "../agent/workspace/own-file.ts";
import { defaultProfile, loadProfile } from "../agent/workspace/profile.ts";
import type { Clock } from "../store/clock.ts";
import type { Failpoint } from "../store/failpoint.ts";
import { sha256 } from "../store/hash.ts";
import type { Ledger } from "../store/ledger.ts";
import type { WorkspaceEntry } from "./agent.ts";

export type WorkspaceOptions = {
  folder: string;
  dataDir: string;
  ledger: Ledger;
  clock: Clock;
  failpoint: Failpoint;
  model: ModelClient;
  /** Kept answers of lookups, of all workspaces. */
  cache: LookupCache;
  embedder: Embedder | null;
  /** What does not depend on the folder. */
  settings: Omit<TurnSettings, "workspaceId" | "workspaceName" | "instructions">;
  /** Something of the workspace's own could not be read; a line for the owner. */
  onFault(text: string): void;
  signal: AbortSignal;
};

export type OpenedWorkspace = WorkspaceEntry & {
  root: string;
  indexDir: string;
  deps(ports: { reviewer: Reviewer; notifier: Notifier }): TurnDeps;
  docs(): Promise<Docs | null>;
  /** What docs.json names now; throws when it cannot be read. */
  sources(): Promise<LoadedSources>;
  /** Moves to the index that is current now. */
  reload(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A workspace as it is called in the ledger: by where it is. */
export const workspaceId = (root: string): string => sha256(root).slice(0, 12);

/** Where the index of a workspace is kept, by its id. */
export const indexDirOf = (dataDir: string, id: string): string => join(dataDir, "indexes", id);

export async function openWorkspaceEntry(options: WorkspaceOptions): Promise<OpenedWorkspace> {
  const { folder, dataDir, clock, failpoint } = options;
  const workspace = await openWorkspace(folder, { clock, failpoint });
  const { root } = workspace;
  const id = workspaceId(root);
  const name = basename(root);
  const indexDir = indexDirOf(dataDir, id);
  const loadNow = () => loadSources(root, new Set());
  const loaded = await told(options, loadNow, null);
  const sources = loaded?.sources ?? [];
  tell(options, loaded?.notes ?? []);
  const profile = await told(options, () => loadProfile(root), defaultProfile);
  const onLong = (text: string) => options.onFault(`${name}: ${text}`);
  const instructions = await told(options, () => readInstructions(root, onLong), null);
  const docs = createDocs(sources, indexDir, options);
  const lookups: LookupServices = {
    workspace: id,
    cache: options.cache,
    inFlight: createInFlight(),
    embedder: options.embedder,
    settings: loaded?.lookups ?? DEFAULT_LOOKUPS,
    sources: () => sources.map((source) => source.name),
    async looked({ found, ...outcome }) {
      const told = await observe({ ...outcome, name: `Lookups in ${name}`, moved: found }, options);
      if (told !== null) options.onFault(told);
    },
  };
  const tools = layTools(plainLayer(baseTools), sources.length > 0 ? docsTools : []);

  const deps = (ports: { reviewer: Reviewer; notifier: Notifier }): TurnDeps => ({
    ledger: options.ledger,
    model: options.model,
    workspace,
    ...ports,
    clock,
    docs: docs.open,
    lookups,
    profile,
    tools: () => tools,
    settings: { ...options.settings, workspaceId: id, workspaceName: name, instructions },
    failpoint,
  });

  return {
    id,
    name,
    root,
    indexDir,
    deps,
    docs: docs.open,
    sources: loadNow,
    reload: docs.reload,
    agent(ports) {
      const bound = deps(ports);
      return {
        startTurn: (request) => startTurn(request, bound),
        async runTurn(turn, signals) {
          const end = await runTurn(turn, bound, signals);
          if (end === "interrupted") throw signals.shutdown.reason;
          return end;
        },
        failTurn: (turn, error, until) => failTurn(turn, bound, { error, signal: until }),
        async landReview(review, until) {
          await landReview(review, bound, until);
        },
        planUndo: (n, until) => planUndo(n, bound, until),
      };
    },
    [Symbol.asyncDispose]: docs.close,
  };
}

type Opened = { open(): Promise<Docs | null>; reload(): Promise<void>; close(): Promise<void> };

/** Opens the index when the first turn asks, and builds it where none is yet. */
function createDocs(sources: WorkspaceSource[], dir: string, options: WorkspaceOptions): Opened {
  const { clock, signal } = options;
  const state: { opening: Promise<Docs | null> | null } = { opening: null };
  const buildAndOpen = async (): Promise<Docs | null> => {
    const prepared = await prepareSources(sources, { cacheDir: cacheDirOf(dir), clock, signal });
    tell(options, prepared.notes);
    await buildIndex({ sources: prepared.sources, dir, clock, signal });
    return (await openDocs(dir, { signal })) ?? null;
  };
  const openOnce = async (): Promise<Docs | null> => {
    if (sources.length === 0) return null;
    return await told(options, async () => (await openDocs(dir, { signal })) ?? (await buildAndOpen()), null);
  };
  return {
    open() {
      state.opening ??= openOnce();
      return state.opening;
    },
    async reload() {
      const opened = await state.opening;
      if (opened) await opened.reload();
      else state.opening = null;
    },
    async close() {
      await (await state.opening)?.[Symbol.asyncDispose]();
    },
  };
}

function tell(options: WorkspaceOptions, notes: readonly SourceNote[]): void {
  for (const { text } of notes) options.onFault(`${basename(options.folder)}: ${text}`);
}

async function told<T>(options: WorkspaceOptions, work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    options.signal.throwIfAborted();
    options.onFault(`${basename(options.folder)}: ${error instanceof Error ? error.message : String(error)}`);
    return otherwise;
  }
}

/** They are in every request. */
const MAX_INSTRUCTIONS = 16 * 1024;
const MAX_READ = 256 * 1024;

async function readInstructions(root: string, onLong: (text: string) => void): Promise<string | null> {
  const text = (await readOwnFile(root, "AGENT.md", MAX_READ))?.trim() ?? "";
  if (text.length <= MAX_INSTRUCTIONS) return text || null;
  const kept = text.slice(0, MAX_INSTRUCTIONS);
  onLong(`.handrail/AGENT.md is longer than ${MAX_INSTRUCTIONS / 1024} KB: what comes after is left out.`);
  return kept.slice(0, kept.lastIndexOf("\n") + 1).trim() || kept.toWellFormed();
}
