// The playground: the real bot through the strict local Bot API server, the offline model where none is
// configured, and a page that is a chat as on a phone. Its state is kept between starts. Refuses to share a
// ledger with the real bot: everything of it is in a folder of its own.

import { randomBytes, randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import { openLedger } from "../../store/open.ts";
import type { CliIo } from "../cli/io.ts";
import type { Config } from "../config.ts";
import { createLog } from "../log.ts";
import { runHandrail, StartError } from "../run.ts";
import { parseJson } from "../settings.ts";
import { createWorkspaces } from "../workspaces.ts";
import { startOfflineModel } from "./offline-model/start.ts";
import { type PageServer, startPageServer } from "./page-server.ts";
import { firstRequests, prepareSample, sampleRequests } from "./sample-copy.ts";
import { startTelegramServer } from "./telegram-server/server.ts";

export type PlaygroundOptions = { config: Config; fresh: boolean; io: CliIo };
export type Playground = {
  address: string;
  greeting: string;
  /** As the running bot's: another process has taken its data folder over. */
  lost: AbortSignal;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The one person of the playground, and of its private chat. */
const PERSON = { id: 1001, first_name: "you" };

/** As the bot names it in its data folder. */
const LEDGER = "handrail.sqlite";

const OFFLINE_NOTE =
  "Everything here is on this machine. The offline model follows rules and has no intelligence: it looks things up, " +
  "finds, removes, renames and replaces. Set OPENAI_API_KEY to talk to a real one.";

const identitySchema = z.strictObject({ token: z.string(), secret: z.string() });
type Identity = z.infer<typeof identitySchema>;

export async function startPlayground({ config, fresh, io }: PlaygroundOptions): Promise<Playground> {
  const { clock, stderr, signal } = io;
  const dataDir = join(config.dataDir, "playground");
  if (fresh) await dropState(dataDir, clock);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { token, secret } = await identity(join(dataDir, "identity.json"));
  const { sample, workspaces } = await workspacesOf(config);

  await using stack = new AsyncDisposableStack();
  const telegram = stack.use(
    await startTelegramServer({ token, clock, statePath: join(dataDir, "telegram.sqlite") }),
  );
  telegram.person.addUser(PERSON);
  const chat = telegram.person.openPrivate(PERSON.id);
  const offline = config.model ? null : stack.use(await startOfflineModel({ clock }));
  const model = config.model ?? offlineSettings(offline?.baseUrl ?? "");
  const running = stack.use(
    await runHandrail(
      {
        config: { ...config, dataDir },
        probedIn: config.dataDir,
        telegram: { token, apiRoot: telegram.apiRoot, owners: [PERSON.id] },
        model,
        workspaces,
        clock,
        failpoint: noFailpoint,
        stderr,
      },
      signal,
    ),
  );
  const bound = createWorkspaces(
    stack.use(await openLedger(ledgerOf(dataDir), { clock })),
    running.workspaces,
  );
  const log = createLog([token, secret, model.apiKey], stderr);
  const page = stack.use(
    await startPageServer({
      person: telegram.person,
      chat,
      user: PERSON.id,
      port: config.port,
      secret,
      clock,
      about: async () => ({
        bot: "Handrail",
        workspace: (await bound.of({ chat: String(chat), topic: null })).name,
        model: offline ? null : model.model,
        note: offline ? OFFLINE_NOTE : `Answers come from ${model.model}.`,
        suggestions: sample ? sampleRequests : firstRequests,
      }),
      onFault: (error) => log.error({ err: error }, "The page could not be served."),
      signal,
    }),
  );
  await running.handrail.firstPoll;
  const kept = stack.move();
  const modelName = offline ? null : model.model;
  return {
    address: page.address,
    lost: running.lost,
    greeting: greetingOf({ page, preferred: config.port, workspaces, sample, modelName }),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

/** The project that the settings name; without one, a copy of the sample. */
async function workspacesOf(config: Config): Promise<{ sample: boolean; workspaces: readonly string[] }> {
  if (config.workspaces.length > 0) return { sample: false, workspaces: config.workspaces };
  return { sample: true, workspaces: [await prepareSample({ dataDir: config.dataDir, fresh: false })] };
}

const ledgerOf = (dataDir: string): string => `sqlite:${join(dataDir, LEDGER)}`;

const offlineSettings = (baseUrl: string) => ({
  baseUrl,
  apiKey: "offline",
  model: "offline",
  smallModel: "offline",
});

function greetingOf(of: {
  page: PageServer;
  preferred: number;
  workspaces: readonly string[];
  sample: boolean;
  modelName: string | null;
}): string {
  const { page, preferred, workspaces, sample, modelName } = of;
  const lines = [
    `Handrail playground: ${page.address}`,
    `Workspace: ${workspaces.join(", ")}${sample ? " (a copy of the Quire sample)" : ""}`,
    modelName === null
      ? "Model: the offline model (rules, no intelligence). Set OPENAI_API_KEY for a real one."
      : `Model: ${modelName}`,
    ...(page.moved ? [`Port ${preferred} is busy, so the page is on another.`] : []),
    "Stop with Ctrl+C.",
  ];
  return `${lines.join("\n")}\n`;
}

/** Drops what earlier starts kept; but not from under a bot that is at work on it. */
async function dropState(dataDir: string, clock: Clock): Promise<void> {
  if (existsSync(join(dataDir, LEDGER))) await refuseIfRunning(dataDir, clock);
  await rm(dataDir, { recursive: true, force: true });
}

async function refuseIfRunning(dataDir: string, clock: Clock): Promise<void> {
  // A file that is no ledger any more is what --fresh is for.
  const ledger = await openLedger(ledgerOf(dataDir), { clock }).catch(() => null);
  if (ledger === null) return;
  try {
    const holder = { pid: process.pid, startedAt: clock.now(), what: "handrail start --fresh" };
    const lease = await ledger.acquireLease("bot", holder, 1_000, clock.now());
    if (lease.ok) return await ledger.releaseLease("bot", lease.fence);
    throw new StartError(
      `Another Handrail (process ${lease.holder.pid}) uses this data folder: stop it before --fresh.`,
    );
  } finally {
    await ledger[Symbol.asyncDispose]();
  }
}

/** The bot's token and the page's secret: made once, so that an open page survives a restart. */
async function identity(path: string): Promise<Identity> {
  const text = await readFile(path, "utf8").catch(() => null);
  // An error of JSON.parse would quote the token.
  const known = identitySchema.safeParse(parseJson(text ?? ""));
  if (known.success) return known.data;
  const made = {
    token: `${randomInt(10 ** 8, 10 ** 9)}:${randomBytes(26).toString("base64url")}`,
    secret: randomBytes(16).toString("base64url"),
  };
  await writeFile(path, JSON.stringify(made), { mode: 0o600 });
  return made;
}
