// Runs Handrail: the store, the model, the workspaces, the jobs, the bot. Promises one bot per data folder, a
// clean stop, and the same bot whether Telegram or the playground is on the other side. Refuses to read the
// environment: the config arrives parsed.

import { join } from "node:path";
import { readPointer } from "../agent/docs/index/versions.ts";
import type { InUse } from "../agent/lookups/cache-rules.ts";
import { type LookupCache, openLookupCache } from "../agent/lookups/lookup-cache.ts";
import { createModelClient } from "../agent/model/client.ts";
import { embedderOf } from "../agent/model/embeddings.ts";
import type { Embedder, ModelClient } from "../agent/ports.ts";
import { jobsOf } from "../jobs/list.ts";
import { startScheduler } from "../jobs/scheduler.ts";
import type { Clock } from "../store/clock.ts";
import type { Failpoint } from "../store/failpoint.ts";
import { openStore, type Store } from "../store/open.ts";
import { actorOf } from "./access.ts";
import { type Config, contextOf, tokenFieldOf } from "./config.ts";
import { type Handrail, startHandrail } from "./handrail.ts";
import { holdLease, type Lease } from "./held-lease.ts";
import type { Incident } from "./incident.ts";
import { jobsPort } from "./jobs-port.ts";
import { createLog } from "./log.ts";
import { endLostTurns, nobody } from "./lost-turns.ts";
import { createOwnerNews } from "./owner-news.ts";
import { modelWarning } from "./probe/standing.ts";
import { createTelegram } from "./telegram.ts";
import { indexDirOf, type OpenedWorkspace, openWorkspaceEntry } from "./workspace-entry.ts";

export type RunOptions = {
  config: Config;
  /** Where the bot's updates come from. */
  telegram: { token: string; apiRoot: string; owners: readonly number[] };
  model: { baseUrl: string; apiKey: string; model: string; smallModel: string };
  workspaces: readonly string[];
  /** Where probes leave their results; the data folder, unless it is another. */
  probedIn?: string;
  clock: Clock;
  failpoint: Failpoint;
  stderr(text: string): void;
};

/** The bot may not be started: one line for the person. */
export class StartError extends Error {}

export type Running = {
  handrail: Handrail;
  workspaces: readonly OpenedWorkspace[];
  /** Aborted when another process has taken this data folder over: the bot has stopped, and cannot start again. */
  lost: AbortSignal;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function runHandrail(options: RunOptions, outer: AbortSignal): Promise<Running> {
  const { config, clock, telegram, failpoint } = options;
  const secrets = [telegram.token, options.model.apiKey];
  const log = createLog(secrets, options.stderr);
  const news = createOwnerNews(log, clock);
  const onIncident = ({ kind, text, error }: Incident) => log.warn({ kind, err: error }, text);
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStore(`sqlite:${join(config.dataDir, "handrail.sqlite")}`, { clock }));
  const { lost } = stack.use(await holdBotLease(store, clock, (why) => log.error(why)));
  // A machine that slept wakes with its lease expired: two bots on one folder would answer everything twice.
  const signal = AbortSignal.any([outer, lost]);

  const model = createModelClient(options.model, clock);
  const embedder = embedderOf(config.embeddings, clock);
  const cache = openLookupCache(store, clock);
  const opening = { options, store, cache, model, embedder, secrets, signal, onFault: news.tell };
  const workspaces = await openAll(opening, stack);
  const scheduler = stack.use(
    await startScheduler({
      jobs: jobsOf({ workspaces, cache, inUse: inUseOf(workspaces, config.dataDir), embedder, clock }),
      schedules: config.jobs,
      ledger: store.ledger,
      clock,
      report: (job, what) => news.tell(`The job ${job} failed: ${what}`),
      notice: news.tell,
    }),
  );
  const handrail = await startHandrail(
    {
      ledger: store.ledger,
      telegram: createTelegram({
        token: telegram.token,
        secrets,
        apiRoot: telegram.apiRoot,
        timeoutSeconds: 40,
        clock,
      }),
      workspaces,
      owners: telegram.owners,
      clock,
      failpoint,
      onIncident,
      jobs: jobsPort(scheduler, clock),
      embeddings: embedder?.model ?? null,
      modelWarning: async () =>
        config.model && (await modelWarning(options.probedIn ?? config.dataDir, options.model.model)),
    },
    signal,
  );
  stack.defer(() => handrail.stop());
  news.open(handrail);
  const kept = stack.move();
  return { handrail, workspaces, lost, [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose]() };
}

type Opening = {
  options: RunOptions;
  store: Store;
  cache: LookupCache;
  model: ModelClient;
  embedder: Embedder | null;
  secrets: readonly string[];
  signal: AbortSignal;
  onFault(text: string, once?: string): void;
};

/** Opens each workspace, and ends what a process that is gone left running in it. */
async function openAll(opening: Opening, stack: AsyncDisposableStack): Promise<OpenedWorkspace[]> {
  const workspaces: OpenedWorkspace[] = [];
  for (const folder of opening.options.workspaces) workspaces.push(stack.use(await openOne(folder, opening)));
  for (const workspace of workspaces)
    await endLostTurns({
      turn: workspace.deps(nobody),
      onFault: opening.onFault,
      signal: opening.signal,
    });
  return workspaces;
}

async function openOne(
  folder: string,
  { options, store, cache, model, embedder, secrets, signal, onFault }: Opening,
): Promise<OpenedWorkspace> {
  const { config, clock, failpoint, telegram } = options;
  return await openWorkspaceEntry({
    folder,
    dataDir: config.dataDir,
    ledger: store.ledger,
    clock,
    failpoint,
    model,
    cache,
    embedder,
    settings: {
      model: options.model.model,
      smallModel: options.model.smallModel,
      tokenField: tokenFieldOf(config.model),
      bounds: config.bounds,
      ...contextOf(config),
      secrets,
      owners: telegram.owners.map(actorOf),
    },
    onFault,
    signal,
  });
}

/** The index in use, by its pointer: cleaning a cache is no reason to open, or to build, one. */
function inUseOf(workspaces: readonly OpenedWorkspace[], dataDir: string) {
  return async (id: string): Promise<Omit<InUse, "now">> => {
    const index = readPointer(indexDirOf(dataDir, id))?.version ?? null;
    const workspace = workspaces.find((one) => one.id === id);
    const loaded = await workspace?.sources().catch(() => null);
    return { index, sources: loaded?.sources.map(({ name }) => name) ?? null };
  };
}

/** One bot per data folder: a second start says who holds it. */
async function holdBotLease(store: Store, clock: Clock, onLost: (why: string) => void): Promise<Lease> {
  const held = await holdLease("bot", "handrail start", { ledger: store.ledger, clock, onLost });
  if (held.ok) return held.lease;
  const { pid, startedAt } = held.holder;
  const since = new Date(startedAt).toISOString();
  throw new StartError(
    `Another Handrail (process ${pid}, since ${since}) uses this data folder: stop it, or set HANDRAIL_DATA.`,
  );
}
