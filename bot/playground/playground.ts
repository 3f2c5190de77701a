// The playground: the real bot through the strict local Bot API server, the offline model where none is
// configured, and a page that is a chat as on a phone. Its state is kept between starts. Refuses to share a
// ledger with the real bot: everything of it is in a folder of its own.

import { randomBytes, randomInt } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { noFailpoint } from "../../store/failpoint.ts";
import type { CliIo } from "../cli/io.ts";
import type { Config } from "../config.ts";
import { runHandrail } from "../run.ts";
import { startOfflineModel } from "./offline-model/start.ts";
import { startPageServer } from "./page-server.ts";
import { prepareSample, sampleRequests } from "./sample-copy.ts";
import { startTelegramServer } from "./telegram-server/server.ts";

export type Playground = { address: string; greeting: string; [Symbol.asyncDispose](): Promise<void> };

/** The one person of the playground, and of its private chat. */
const PERSON = { id: 1001, first_name: "You" };

const OFFLINE_NOTE =
  "Everything here is on this machine. The offline model follows rules and has no intelligence: it looks things up, " +
  "finds, removes, renames and replaces. Set OPENAI_API_KEY to talk to a real one.";

const identitySchema = z.strictObject({ token: z.string(), secret: z.string() });
type Identity = z.infer<typeof identitySchema>;

export async function startPlayground({
  config,
  fresh,
  io,
}: {
  config: Config;
  fresh: boolean;
  io: CliIo;
}): Promise<Playground> {
  const { clock, stderr, signal } = io;
  const dataDir = join(config.dataDir, "playground");
  if (fresh) await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { token, secret } = await identity(join(dataDir, "identity.json"));
  const sample = config.workspaces.length === 0;
  const workspaces = sample
    ? [await prepareSample({ dataDir: config.dataDir, fresh: false })]
    : config.workspaces;

  await using stack = new AsyncDisposableStack();
  const statePath = join(dataDir, "telegram.sqlite");
  const telegram = stack.use(await startTelegramServer({ token, clock, statePath }));
  telegram.person.addUser(PERSON);
  const chat = telegram.person.openPrivate(PERSON.id);
  const offline = config.model ? null : stack.use(await startOfflineModel({ clock }));
  const model = config.model ?? {
    baseUrl: offline?.baseUrl ?? "",
    apiKey: "offline",
    model: "offline",
    smallModel: "offline",
  };
  const running = stack.use(
    await runHandrail(
      {
        config: { ...config, dataDir },
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
        workspace: workspaces.map((one) => basename(one)).join(", "),
        model: offline ? null : model.model,
        note: offline ? OFFLINE_NOTE : `Answers come from ${model.model}.`,
        suggestions: sample ? sampleRequests : [],
      }),
      signal,
    }),
  );
  await running.handrail.firstPoll;
  const kept = stack.move();
  const lines = [
    `Handrail playground: ${page.address}`,
    `Workspace: ${workspaces.join(", ")}${sample ? " (a copy of the Quire sample)" : ""}`,
    offline
      ? "Model: the offline model (rules, no intelligence). Set OPENAI_API_KEY for a real one."
      : `Model: ${model.model}`,
    ...(page.moved ? [`Port ${config.port} is busy, so the page is on another.`] : []),
    "Stop with Ctrl+C.",
  ];
  return {
    address: page.address,
    greeting: `${lines.join("\n")}\n`,
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

/** The bot's token and the page's secret: made once, so that an open page survives a restart. */
async function identity(path: string): Promise<Identity> {
  const text = await readFile(path, "utf8").catch(() => null);
  const known = text === null ? null : identitySchema.safeParse(JSON.parse(text));
  if (known?.success) return known.data;
  const made = {
    token: `${randomInt(10 ** 8, 10 ** 9)}:${randomBytes(26).toString("base64url")}`,
    secret: randomBytes(16).toString("base64url"),
  };
  await writeFile(path, JSON.stringify(made), { mode: 0o600 });
  return made;
}
