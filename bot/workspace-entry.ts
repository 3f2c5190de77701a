// One workspace of the running bot, or of the command line: its folder, profile, instructions, documentation and
// model bound into the agent's functions. Promises that a file of `.handrail/` which cannot be
// read is told and the rest goes on. Refuses a folder that is not there.

import { basename, join } from "node:path";
import { createOwnTools } from "../agent/client-tools/own-tools.ts";
import type { Docs } from "../agent/docs/open-docs.ts";
import type { LoadedSources } from "../agent/docs/sources/load-sources.ts";
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
import { layTools, plainLayer, type ToolLayer } from "../agent/tools/lay-tools.ts";
import { createTrust } from "../agent/trust/trust.ts";
import type { TurnDeps, TurnSettings } from "../agent/turn/deps.ts";
import { planUndo } from "../agent/undo.ts";
import { openWorkspace } from "../agent/workspace/folder.ts";
import { readOwnFile } from "../agent/workspace/own-file.ts";
import { defaultProfile, loadProfile } from "../agent/workspace/profile.ts";
import type { Clock } from "../store/clock.ts";
import type { Failpoint } from "../store/failpoint.ts";
import { sha256 } from "../store/hash.ts";
import type { Ledger } from "../store/ledger.ts";
import type { OwnThings, ToolLine, WorkspaceEntry } from "./agent.ts";
import { createCodeChecks } from "./code-checks.ts";
import { createWorkspaceDocs, type WorkspaceDocs } from "./workspace-docs.ts";

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
  /**
   * Something of the workspace's own could not be read, or waits for a yes; a line for the owner. `once` names what is
   * told once and for all.
   */
  onFault(text: string, once?: string): void;
  signal: AbortSignal;
};

export type OpenedWorkspace = WorkspaceEntry & {
  own: OwnThings;
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

/** Where copies of what was approved are kept. */
export const trustedDirOf = (dataDir: string): string => join(dataDir, "trusted");

export async function openWorkspaceEntry(options: WorkspaceOptions): Promise<OpenedWorkspace> {
  const { folder, dataDir, clock, failpoint } = options;
  const workspace = await openWorkspace(folder, { clock, failpoint });
  const { root } = workspace;
  const id = workspaceId(root);
  const name = basename(root);
  const indexDir = indexDirOf(dataDir, id);
  const tellOwner = (text: string, once?: string) =>
    options.onFault(`${name}: ${text}`, once === undefined ? undefined : `${id} ${once}`);
  const dir = trustedDirOf(dataDir);
  const trust = createTrust({ workspace: id, root, dir, ledger: options.ledger });
  const docs = createWorkspaceDocs({
    ...options,
    root,
    dir: indexDir,
    trusted: () => trust.trusted("docs"),
    tell: tellOwner,
  });
  await docs.refresh();
  const ownTools = createOwnTools({ ...options, trust, dir, tell: (once, text) => tellOwner(text, once) });
  await told(options, ownTools.refresh, undefined);
  const profile = await told(options, () => loadProfile(root), defaultProfile);
  const onLong = (text: string) => options.onFault(`${name}: ${text}`);
  const instructions = await told(options, () => readInstructions(root, onLong), null);
  const lookups = lookupsOf(options, { id, name, docs });
  const layers = (): Layers => ({
    base: plainLayer(baseTools),
    docs: docs.loaded().sources.length > 0 ? docsTools : [],
    own: ownTools.layer(),
  });
  const own: OwnThings = {
    standing: trust.standing,
    keep: trust.keep,
    kept: trust.kept,
    async refresh() {
      await docs.refresh();
      await told(options, ownTools.refresh, undefined);
    },
    tools: () => toolLines(layers()),
    faults: ownTools.faults,
  };

  const deps = (ports: { reviewer: Reviewer; notifier: Notifier }): TurnDeps => ({
    ledger: options.ledger,
    model: options.model,
    workspace,
    ...ports,
    clock,
    docs: docs.open,
    lookups,
    profile,
    tools: () => layTools(...Object.values(layers())),
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
    sources: docs.load,
    own,
    checks: createCodeChecks({
      ...options,
      workspace: id,
      root,
      indexDir,
      profile,
      prepare: async () => (await docs.open()) !== null,
      said: () => options.ledger.existing(id),
    }),
    reload: docs.reload,
    agent(ports) {
      const bound = deps(ports);
      return {
        async startTurn(request) {
          await own.refresh();
          return await startTurn(request, bound);
        },
        async runTurn(turn, signals) {
          // It may have waited for days.
          await own.refresh();
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
    async [Symbol.asyncDispose]() {
      await ownTools[Symbol.asyncDispose]();
      await docs.close();
    },
  };
}

function lookupsOf(
  options: WorkspaceOptions,
  { id, name, docs }: { id: string; name: string; docs: WorkspaceDocs },
): LookupServices {
  return {
    workspace: id,
    cache: options.cache,
    inFlight: createInFlight(),
    embedder: options.embedder,
    get settings() {
      return docs.loaded().lookups;
    },
    sources: () => docs.loaded().sources.map((source) => source.name),
    existing: () => options.ledger.existing(id),
    async looked({ found, ...outcome }) {
      const told = await observe({ ...outcome, name: `Lookups in ${name}`, moved: found }, options);
      if (told !== null) options.onFault(told);
    },
  };
}

type Layers = Record<ToolLine["layer"], ToolLayer>;

/** Each name once, as it is offered: by its uppermost layer, with those that it stands in for. */
function toolLines(layers: Layers): ToolLine[] {
  const offered = layTools(...Object.values(layers));
  return offered.map(({ name, effect }) => {
    const has = (layer: ToolLine["layer"]) => layers[layer].some((tool) => tool.name === name);
    const [layer = "base", ...shadows] = (["own", "docs", "base"] as const).filter(has);
    return { name, effect, layer, shadows };
  });
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
