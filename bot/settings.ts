// Each setting by name: what it takes, and the words for one that does not fit. Promises that a value which does
// not fit, and a name that nobody knows, is one line that names it and says what to set: a typo once ran a bot on
// defaults. Refuses to repeat a value: it may be a secret.

import { delimiter } from "node:path";
import { z } from "zod";

/** A setting that cannot be used; its message is the one line for the person. */
export class ConfigError extends Error {}

const text = z.string().trim().min(1);
/** In the config file an id or a port may stand as a number, and a list as a list. */
const digits = z.union([z.string(), z.int()]).transform((value) => String(value).trim());
const list = (separator: string) =>
  z.union([
    text,
    z
      .array(z.union([text, z.int()]))
      .min(1)
      .transform((all) => all.join(separator)),
  ]);
const address = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/^https?:\/\/[^/]*@/i.test(value) && !/[?#]/.test(value));

type Setting = { schema: z.ZodType<string>; wants: string };
const settings = {
  TELEGRAM_BOT_TOKEN: {
    schema: text.regex(/^\d+:[\w-]{20,}$/),
    wants: "a bot token as BotFather gives it (123456:ABC…)",
  },
  HANDRAIL_OWNER: {
    schema: z.union([digits, list(",")]).pipe(z.string().regex(/^[1-9]\d{0,14}( *, *[1-9]\d{0,14})*$/)),
    wants: "your numeric Telegram id (several: 1,2)",
  },
  OPENAI_API_KEY: { schema: text.regex(/^[!-~]+$/), wants: "the key of your model endpoint, without blanks" },
  OPENAI_BASE_URL: {
    schema: address,
    wants: "an http(s) address such as http://127.0.0.1:8080/v1, without user, password or query",
  },
  HANDRAIL_MODEL: { schema: text, wants: "the name of a model that your endpoint serves" },
  HANDRAIL_SMALL_MODEL: { schema: text, wants: "the name of a model that your endpoint serves" },
  HANDRAIL_EMBEDDINGS_MODEL: {
    schema: text,
    wants: "the name of an embeddings model that your endpoint serves",
  },
  HANDRAIL_DATA: { schema: text, wants: "the folder for Handrail's state" },
  HANDRAIL_WORKSPACES: {
    schema: list(delimiter),
    wants: `the folders the bot may work in, separated by "${delimiter}"`,
  },
  HANDRAIL_PORT: { schema: digits.pipe(z.string().regex(/^\d{1,5}$/)), wants: "a port, 0 to 65535" },
  HANDRAIL_STEPS: {
    schema: digits.pipe(z.string().regex(/^[1-9]\d{0,3}$/)),
    wants: "a whole number of model calls, 1 to 9999",
  },
  HANDRAIL_CONTEXT_TOKENS: {
    schema: digits.pipe(z.string().regex(/^([89]\d{3}|[1-9]\d{4,6})$/)),
    wants: "a whole number of tokens, 8000 to 9999999",
  },
  HANDRAIL_TELEGRAM_API: { schema: address, wants: "the http(s) address of a Bot API server" },
  HANDRAIL_JOBS: {
    schema: z.union([
      text,
      z.record(z.string(), z.string().nullable()).transform((jobs) => JSON.stringify(jobs)),
    ]),
    wants: 'JSON such as {"rebuild-index":"0 3 * * *"}; null turns a job off',
  },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
export type Given = Partial<Record<SettingName, string>>;
export const names = Object.keys(settings) as SettingName[];

/** Checks what stands under the known names. */
export function parseSettings(raw: Record<string, unknown>): Given {
  const given: Given = {};
  for (const name of names) {
    if (raw[name] === undefined || raw[name] === null) continue;
    const { schema, wants }: Setting = settings[name];
    const parsed = schema.safeParse(raw[name]);
    if (!parsed.success) throw new ConfigError(`${name} does not fit: set it to ${wants}.`);
    given[name] = parsed.data;
  }
  return given;
}

export function rejectUnknown(found: string[]): void {
  const unknown = found.find((name) => !names.some((known) => known === name));
  if (unknown) throw new ConfigError(`There is no setting ${unknown}: the settings are ${names.join(", ")}.`);
}

/** The jobs' schedules by name; null turns one off. */
export function parseJobs(value: string): Record<string, string | null> {
  const parsed = z.record(z.string(), z.string().nullable()).safeParse(parseJson(value));
  if (!parsed.success)
    throw new ConfigError(`HANDRAIL_JOBS does not fit: set it to ${settings.HANDRAIL_JOBS.wants}.`);
  return parsed.data;
}

export function parseJson(bytes: string): unknown {
  try {
    return JSON.parse(bytes);
  } catch {
    return undefined;
  }
}
