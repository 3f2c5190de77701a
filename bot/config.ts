// Everything Handrail can be told, read once: the environment, then the config file, then defaults; parsed,
// checked, frozen. The only file that reads the environment. A bad or missing setting is one line that names
// it and says what to set; a setting nobody knows is one too, since a typo once ran a bot on defaults.

import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import type { Bounds } from "../agent/events.ts";
import { defaultBounds } from "../agent/turn/deps.ts";

export type ModelConfig = { baseUrl: string; apiKey: string; model: string; smallModel: string };

export type Config = Readonly<{
  dataDir: string;
  /** Null: the playground. */
  telegram: Readonly<{ token: string; apiRoot: string; owners: readonly number[] }> | null;
  /** Null: the offline model. */
  model: Readonly<ModelConfig> | null;
  workspaces: readonly string[];
  port: number;
  bounds: Readonly<Bounds>;
  /** Schedules of jobs that differ from their defaults; null turns one off. */
  jobs: Readonly<Record<string, string | null>>;
}>;

/** A setting that cannot be used; its message is the one line for the person. */
export class ConfigError extends Error {}

const OPENAI = "https://api.openai.com/v1";
const TELEGRAM = "https://api.telegram.org";

const text = z.string().trim().min(1);
const id = z.union([z.string(), z.int()]).transform(String);
const settings = {
  TELEGRAM_BOT_TOKEN: text.regex(/^\d+:[\w-]{20,}$/, "a bot token as BotFather gives it (123456:ABC…)"),
  HANDRAIL_OWNER: id.pipe(
    text.regex(/^\d{1,16}( *, *\d{1,16})*$/, "your numeric Telegram id (several: 1,2)"),
  ),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: z.url({
    protocol: /^https?$/,
    error: "an http(s) address such as http://127.0.0.1:8080/v1",
  }),
  HANDRAIL_MODEL: text,
  HANDRAIL_SMALL_MODEL: text,
  HANDRAIL_DATA: text,
  HANDRAIL_WORKSPACES: z.union([text, z.array(text).transform((list) => list.join(delimiter))]),
  HANDRAIL_PORT: id.pipe(text.regex(/^\d{1,5}$/, "a port, 0 to 65535")),
  HANDRAIL_STEPS: id.pipe(text.regex(/^[1-9]\d{0,3}$/, "a whole number of model calls, 1 to 9999")),
  HANDRAIL_TELEGRAM_API: z.url({ protocol: /^https?$/, error: "the http(s) address of a Bot API server" }),
  HANDRAIL_JOBS: z.union([
    text,
    z.record(z.string(), z.string().nullable()).transform((jobs) => JSON.stringify(jobs)),
  ]),
} satisfies Record<string, z.ZodType<string>>;

type SettingName = keyof typeof settings;
type Given = Partial<Record<SettingName, string>>;
const names = Object.keys(settings) as SettingName[];

/** Where the config file is looked for. */
export function configPath(env: NodeJS.ProcessEnv = process.env): string {
  return (
    env.HANDRAIL_CONFIG ?? join(env.XDG_CONFIG_HOME ?? join(homedir(), ".config"), "handrail", "config.json")
  );
}

export type Flags = { workspaces?: string[]; port?: string; dataDir?: string };

/** Reads and checks all settings. Throws ConfigError, one line. */
export function readConfig(flags: Flags = {}, env: NodeJS.ProcessEnv = process.env): Config {
  rejectUnknown(Object.keys(env).filter((name) => name.startsWith("HANDRAIL_") && !OTHER_NAMES.has(name)));
  const given = parse({ ...readFile(configPath(env)), ...present(env) });
  const dataDir = resolve(flags.dataDir ?? given.HANDRAIL_DATA ?? defaultData(env));
  return Object.freeze({
    dataDir,
    telegram: telegramOf(given),
    model: modelOf(given),
    workspaces: workspacesOf(given, flags),
    port: portOf(flags.port ?? given.HANDRAIL_PORT),
    bounds: { ...defaultBounds, ...(given.HANDRAIL_STEPS ? { steps: Number(given.HANDRAIL_STEPS) } : {}) },
    jobs: jobsOf(given.HANDRAIL_JOBS),
  });
}

/** Names that are not settings of a run: the config file's place, and what tests are told. */
const OTHER_NAMES = new Set(["HANDRAIL_CONFIG", "HANDRAIL_CORPORA", "HANDRAIL_CHROMIUM"]);

function defaultData(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_DATA_HOME ?? join(homedir(), ".local", "share"), "handrail");
}

function present(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

function parse(raw: Record<string, unknown>): Given {
  rejectUnknown(Object.keys(raw));
  const given: Given = {};
  for (const name of names) {
    if (raw[name] === undefined) continue;
    const parsed = settings[name].safeParse(raw[name]);
    if (!parsed.success) throw new ConfigError(`${name} does not fit: set it to ${wanted(parsed.error)}.`);
    given[name] = parsed.data;
  }
  return given;
}

function wanted(error: z.ZodError): string {
  return error.issues[0]?.message ?? "a fitting value";
}

function rejectUnknown(found: string[]): void {
  const unknown = found.find((name) => !names.some((known) => known === name));
  if (unknown) throw new ConfigError(`There is no setting ${unknown}: the settings are ${names.join(", ")}.`);
}

function readFile(path: string): Record<string, unknown> {
  let bytes: string;
  try {
    bytes = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new ConfigError(`The config file ${path} cannot be read: check its rights.`, { cause: error });
  }
  const holdsSecrets = /TELEGRAM_BOT_TOKEN|OPENAI_API_KEY/.test(bytes);
  if (holdsSecrets && (statSync(path).mode & 0o077) !== 0) {
    throw new ConfigError(
      `The config file ${path} holds secrets and others can read it: run chmod 600 on it.`,
    );
  }
  const parsed = z.record(z.string(), z.unknown()).safeParse(parseJson(bytes));
  if (!parsed.success)
    throw new ConfigError(`The config file ${path} is not a JSON object: mend or remove it.`);
  return parsed.data;
}

function parseJson(bytes: string): unknown {
  try {
    return JSON.parse(bytes);
  } catch {
    return undefined;
  }
}

function telegramOf(given: Given): Config["telegram"] {
  const { TELEGRAM_BOT_TOKEN: token, HANDRAIL_OWNER: owner } = given;
  if (!token) return null;
  if (!owner)
    throw new ConfigError(
      "HANDRAIL_OWNER is missing: set it to your numeric Telegram id; nobody else may use the bot.",
    );
  if (!given.OPENAI_API_KEY) {
    throw new ConfigError(
      "OPENAI_API_KEY is missing: set it to the key of your model endpoint (and OPENAI_BASE_URL where it is not OpenAI's).",
    );
  }
  const owners = owner.split(",").map((one) => Number(one.trim()));
  return { token, owners, apiRoot: (given.HANDRAIL_TELEGRAM_API ?? TELEGRAM).replace(/\/+$/, "") };
}

function modelOf(given: Given): Config["model"] {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: base, HANDRAIL_MODEL: model } = given;
  if (!apiKey) {
    const needsKey = (["OPENAI_BASE_URL", "HANDRAIL_MODEL", "HANDRAIL_SMALL_MODEL"] as const).find(
      (name) => given[name],
    );
    if (needsKey)
      throw new ConfigError(
        `${needsKey} is set but OPENAI_API_KEY is not: set the key too (any word, if your endpoint needs none).`,
      );
    return null;
  }
  const baseUrl = (base ?? OPENAI).replace(/\/+$/, "");
  if (!model && baseUrl !== OPENAI)
    throw new ConfigError("HANDRAIL_MODEL is missing: set it to a model that your OPENAI_BASE_URL serves.");
  const large = model ?? "gpt-4.1";
  const small = given.HANDRAIL_SMALL_MODEL ?? (model ? model : "gpt-4.1-mini");
  return { apiKey, baseUrl, model: large, smallModel: small };
}

/** OpenAI's own API has renamed `max_tokens`. */
export function tokenFieldOf(model: ModelConfig | null): "max_tokens" | "max_completion_tokens" {
  return model?.baseUrl === OPENAI ? "max_completion_tokens" : "max_tokens";
}

function workspacesOf(given: Given, flags: Flags): string[] {
  const named = given.HANDRAIL_WORKSPACES?.split(delimiter).filter((one) => one !== "") ?? [];
  const relative = named.find((one) => !isAbsolute(one));
  if (relative)
    throw new ConfigError(
      `HANDRAIL_WORKSPACES names "${relative}": set absolute folders, separated by "${delimiter}".`,
    );
  const folders = flags.workspaces?.length ? flags.workspaces.map((one) => resolve(one)) : named;
  if (folders.length === 0 && given.TELEGRAM_BOT_TOKEN) {
    throw new ConfigError(
      `HANDRAIL_WORKSPACES is missing: set it to the folders the bot may work in, separated by "${delimiter}".`,
    );
  }
  for (const folder of folders) {
    if (!isFolder(folder))
      throw new ConfigError(
        `The workspace ${folder} is not a folder: set HANDRAIL_WORKSPACES or --workspace to one that exists.`,
      );
  }
  return [...new Set(folders)];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const DEFAULT_PORT = 4737;

function portOf(value: string | undefined): number {
  const port = value === undefined ? DEFAULT_PORT : Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new ConfigError("The port does not fit: set HANDRAIL_PORT or --port to 0 to 65535.");
  return port;
}

function jobsOf(value: string | undefined): Record<string, string | null> {
  if (value === undefined) return {};
  const parsed = z.record(z.string(), z.string().nullable()).safeParse(parseJson(value));
  if (!parsed.success)
    throw new ConfigError(
      'HANDRAIL_JOBS does not fit: set it to JSON such as {"rebuild-index":"0 3 * * *"}.',
    );
  return parsed.data;
}
