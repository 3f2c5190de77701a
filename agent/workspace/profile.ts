// What the owner says of the workspace's engine, in `.handrail/engine.json`. Promises a whole profile, also
// where the file is missing or says little. Refuses a file with keys or values that it does not know, by name.

import { z } from "zod";
import { misfit, OWN_FOLDER, readOwnFile } from "./own-file.ts";

const NAME = "engine.json";
const PROFILE_FILE = `${OWN_FOLDER}/${NAME}`;
const MAX_BYTES = 256 * 1024;

const words = z.array(z.string().min(1));
const fact = z.strictObject({ about: z.string(), absent: words.default([]), fact: z.string() });
const topic = z.strictObject({
  phrases: words.min(1),
  symbols: words.min(1),
  pattern: z.string().optional(),
});
const profileSchema = z.strictObject({
  /** The engine's name, or "" when nobody said. */
  name: z.string().default(""),
  /** The level of ECMAScript that scripts may use: 3, 5, or a year. Null when nobody said: they may be no ECMAScript. */
  level: z
    .union([z.literal(3), z.literal(5), z.int().min(2015).max(2026)])
    .nullable()
    .default(null),
  /** How calls that open and close a construct end (`frameBegin`, `frameEnd`). */
  suffixes: z
    .strictObject({ open: z.string().min(1), close: z.string().min(1) })
    .default({ open: "Begin", close: "End" }),
  /** Globals that the documentation leaves out: a name, or a name and its interface (`app: Application`). */
  globals: words.default([]),
  /** Globals whose members are names of their own (`app`, where `alert()` is `app.alert()`). */
  bare: words.default([]),
  /** Of the language: what the engine has above its level, and what it lacks (`JSON`, `Object.keys`, `Array#map`). */
  builtIns: z
    .strictObject({ present: words.default([]), absent: words.default([]) })
    .default({ present: [], absent: [] }),
  /** Functions that load another script by its path. */
  loaders: words.default([]),
  entry: words.default([]),
  /** Globs of the files that speak to the engine. */
  domain: words.default(["**/*.js", "**/*.jsx"]),
  facts: z.array(fact).default([]),
  /** What people call things, and what the documentation calls them ("Sheet.bandBegin"), beside what examples say. */
  topics: z.array(topic).default([]),
});

export type Profile = z.infer<typeof profileSchema>;

/** What holds where no profile says otherwise. */
export const defaultProfile: Profile = profileSchema.parse({});

/** Reads the profile of the workspace at `root`; a file that does not fit throws, and says where. */
export async function loadProfile(root: string): Promise<Profile> {
  const text = await readOwnFile(root, NAME, MAX_BYTES);
  return text === null ? defaultProfile : parseProfile(text, PROFILE_FILE);
}

/** The profile that a text holds; `file` is what a line about it calls it. */
export function parseProfile(text: string, file: string): Profile {
  const parsed = profileSchema.safeParse(parseJson(text, file));
  if (parsed.success) return parsed.data;
  throw new Error(misfit(file, parsed.error, Object.keys(profileSchema.shape)));
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON.`, { cause: error });
  }
}
