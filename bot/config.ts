// Everything Handrail can be told, read once: the environment, then the config file, then defaults; parsed,
// checked, frozen. The only file that reads the environment. A bad or missing setting is one line that names
// it and says what to set; a setting nobody knows is one too, since a typo once ran a bot on defaults.

import { accessSync, constants, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { z } from "zod";
import type { Bounds } from "../agent/events.ts";
import { defaultBounds } from "../agent/turn/deps.ts";
import {
  ConfigError,
  type Given,
  names,
  parseJobs,
  parseJson,
  parseSettings,
  rejectUnknown,
} from "./settings.ts";

export type ModelConfig = { baseUrl: string; apiKey: string; model: string; smallModel: string };

export type EmbeddingsConfig = { baseUrl: string; apiKey: string; model: string };

export type Config = Readonly<{
  dataDir: string;
  /** Null: the playground. */
  telegram: Readonly<{ token: string; apiRoot: string; owners: readonly number[] }> | null;
  /** Null: the offline model. */
  model: Readonly<ModelConfig> | null;
  /** Not there: documentation is searched by words alone. */
  embeddings?: Readonly<EmbeddingsConfig>;
  workspaces: readonly string[];
  port: number;
  bounds: Readonly<Bounds>;
  /** What a request may come to before a conversation is trimmed; not there: the default. */
  contextTokens?: number;
  /** Schedules of jobs that differ from their defaults; null turns one off. */
  jobs: Readonly<Record<string, string | null>>;
}>;

const OPENAI = "https://api.openai.com/v1";
const TELEGRAM = "https://api.telegram.org";

/** Where the config file is looked for. */
export function configPath(env: NodeJS.ProcessEnv = process.env): string {
  return (
    env.HANDRAIL_CONFIG || join(env.XDG_CONFIG_HOME ?? join(homedir(), ".config"), "handrail", "config.json")
  );
}

export type Flags = { workspaces?: string[]; port?: string; dataDir?: string };

/** Reads and checks all settings. Throws ConfigError, one line. */
export function readConfig(flags: Flags = {}, env: NodeJS.ProcessEnv = process.env): Config {
  const given = parseSettings(readAll(env));
  const dataDir = resolve(flags.dataDir ?? given.HANDRAIL_DATA ?? defaultData(env));
  const model = modelOf(given);
  return Object.freeze({
    dataDir,
    telegram: telegramOf(given),
    model,
    ...embeddingsOf(given, model),
    workspaces: workspacesOf(given, flags),
    port: portOf(flags.port ?? given.HANDRAIL_PORT),
    bounds: { ...defaultBounds, ...(given.HANDRAIL_STEPS ? { steps: Number(given.HANDRAIL_STEPS) } : {}) },
    ...(given.HANDRAIL_CONTEXT_TOKENS ? { contextTokens: Number(given.HANDRAIL_CONTEXT_TOKENS) } : {}),
    jobs: given.HANDRAIL_JOBS === undefined ? {} : parseJobs(given.HANDRAIL_JOBS),
  });
}

/** The budget of a conversation, where one is set. */
export function contextOf({ contextTokens }: Config): { contextTokens?: number } {
  return contextTokens === undefined ? {} : { contextTokens };
}

/** Where the data is, for commands that need no other setting: a missing key must not keep anybody from a replay. */
export function readDataDir(flag: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  if (flag === "") throw new ConfigError("--data is empty: name the folder of Handrail's state.");
  const { HANDRAIL_DATA: raw } = readAll(env);
  const given = raw === undefined ? {} : parseSettings({ HANDRAIL_DATA: raw });
  return resolve(flag ?? given.HANDRAIL_DATA ?? defaultData(env));
}

/** Makes the folder of the state. One that cannot be had is one line that says what to set. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `The data folder ${dataDir} cannot be used: set HANDRAIL_DATA or --data to one that you may write to.`,
      { cause: error },
    );
  }
}

/** The index that git wants a hook to look at; undefined where it is the repository's own. */
export function gitIndexFile(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env.GIT_INDEX_FILE || undefined;
}

function readAll(env: NodeJS.ProcessEnv): Record<string, unknown> {
  rejectUnknown(Object.keys(env).filter((name) => name.startsWith("HANDRAIL_") && !OTHER_NAMES.has(name)));
  const file = readFile(configPath(env), Boolean(env.HANDRAIL_CONFIG));
  rejectUnknown(Object.keys(file));
  return { ...file, ...present(env) };
}

/** Names that are not settings of a run: the config file's place, and what tests are told. */
const OTHER_NAMES = new Set(["HANDRAIL_CONFIG", "HANDRAIL_CORPORA", "HANDRAIL_CHROMIUM"]);

function defaultData(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_DATA_HOME ?? join(homedir(), ".local", "share"), "handrail");
}

function present(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/** A file that HANDRAIL_CONFIG names has to be there: with a typo in its place the bot once ran on defaults. */
function readFile(path: string, isNamed: boolean): Record<string, unknown> {
  let bytes: string;
  try {
    bytes = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      if (!isNamed) return {};
      throw new ConfigError(`There is no config file ${path}: set HANDRAIL_CONFIG to one, or unset it.`);
    }
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
  const owners = [...new Set(owner.split(",").map((one) => Number(one.trim())))];
  return { token, owners, apiRoot: (given.HANDRAIL_TELEGRAM_API ?? TELEGRAM).replace(/\/+$/, "") };
}

const NEED_KEY = [
  "OPENAI_BASE_URL",
  "HANDRAIL_MODEL",
  "HANDRAIL_SMALL_MODEL",
  "HANDRAIL_EMBEDDINGS_MODEL",
] as const;

/** At the endpoint of the model. */
function embeddingsOf(given: Given, endpoint: ModelConfig | null): Pick<Config, "embeddings"> {
  const model = given.HANDRAIL_EMBEDDINGS_MODEL;
  if (!model || !endpoint) return {};
  return { embeddings: { baseUrl: endpoint.baseUrl, apiKey: endpoint.apiKey, model } };
}

function modelOf(given: Given): Config["model"] {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: base, HANDRAIL_MODEL: model } = given;
  if (!apiKey) {
    const needsKey = NEED_KEY.find((name) => given[name]);
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
  return folders.filter((folder, at) => folders.findIndex((other) => isSameFolder(folder, other)) === at);
}

/** Two ways to one folder are one workspace. */
function isSameFolder(a: string, b: string): boolean {
  return realpathSync(a) === realpathSync(b);
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
