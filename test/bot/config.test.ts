// Settings: where they come from, what each one takes, and the one line for each that does not fit.

import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { configPath, readConfig, readDataDir, tokenFieldOf } from "../../bot/config.ts";
import { ConfigError } from "../../bot/settings.ts";

const TOKEN = "123456789:AAHandrailStoryTokenAAAAAAAAAAAAAAAA";
const KEY = "key-of-a-story-0123456789";

async function openHome() {
  const home = await mkdtemp(join(tmpdir(), "handrail-config-"));
  const shop = join(home, "shop");
  await mkdir(shop);
  const file = join(home, "handrail.json");
  return {
    home,
    shop,
    file,
    env: { HOME: home, XDG_CONFIG_HOME: join(home, "config"), XDG_DATA_HOME: join(home, "share") },
    async write(settings: unknown, mode = 0o600) {
      await writeFile(file, typeof settings === "string" ? settings : JSON.stringify(settings));
      await chmod(file, mode);
      return { HOME: home, HANDRAIL_CONFIG: file };
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

function refusal(env: NodeJS.ProcessEnv): string {
  try {
    readConfig({}, env);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    assert.doesNotMatch(error.message, /\n/, "one line");
    return error.message;
  }
  return assert.fail("the settings were taken");
}

const bot = (shop: string) => ({
  TELEGRAM_BOT_TOKEN: TOKEN,
  HANDRAIL_OWNER: "7",
  OPENAI_API_KEY: KEY,
  HANDRAIL_WORKSPACES: shop,
});

test("with nothing set it is the playground, the offline model and the user's data folder", async () => {
  await using home = await openHome();

  const config = readConfig({}, home.env);

  assert.equal(config.telegram, null);
  assert.equal(config.model, null);
  assert.equal(config.dataDir, join(home.home, "share", "handrail"));
  assert.equal(readDataDir(undefined, home.env), config.dataDir);
  assert.equal(configPath(home.env), join(home.home, "config", "handrail", "config.json"));
});

test("a bot: token, several owners, key, endpoint, models and workspaces", async () => {
  await using home = await openHome();
  const other = join(home.home, "other");
  await mkdir(other);

  const config = readConfig(
    {},
    {
      ...home.env,
      ...bot([home.shop, other, home.shop].join(delimiter)),
      HANDRAIL_OWNER: "7, 8,7",
      OPENAI_BASE_URL: "http://127.0.0.1:8080/v1/",
      HANDRAIL_MODEL: "large",
      HANDRAIL_SMALL_MODEL: "small",
      HANDRAIL_STEPS: "9",
      HANDRAIL_CONTEXT_TOKENS: "16000",
    },
  );

  assert.deepEqual(config.telegram?.owners, [7, 8]);
  assert.deepEqual(config.model, {
    apiKey: KEY,
    baseUrl: "http://127.0.0.1:8080/v1",
    model: "large",
    smallModel: "small",
  });
  assert.deepEqual(config.workspaces, [home.shop, other]);
  assert.equal(config.bounds.steps, 9);
  assert.equal(config.contextTokens, 16_000);
  assert.equal(tokenFieldOf(config.model), "max_tokens");
  assert.throws(() => Object.assign(config, { port: 1 }), TypeError, "it is frozen");
});

test("OpenAI's own API is the default, with its models and its name for the limit of tokens", async () => {
  await using home = await openHome();

  const { model } = readConfig({}, { ...home.env, OPENAI_API_KEY: KEY });

  assert.equal(model?.baseUrl, "https://api.openai.com/v1");
  assert.equal(tokenFieldOf(model), "max_completion_tokens");
});

test("the file holds the same names; the environment wins over it, and a flag over both", async () => {
  await using home = await openHome();
  const env = await home.write({
    TELEGRAM_BOT_TOKEN: TOKEN,
    HANDRAIL_OWNER: [7, 8],
    OPENAI_API_KEY: KEY,
    HANDRAIL_WORKSPACES: [home.shop],
    HANDRAIL_DATA: "/from/the/file",
    HANDRAIL_PORT: 5000,
    HANDRAIL_JOBS: { "rebuild-index": null },
  });

  const file = readConfig({}, env);
  const both = readConfig({}, { ...env, HANDRAIL_DATA: "/from/the/environment", HANDRAIL_OWNER: "9" });
  const flag = readConfig({ dataDir: "/from/a/flag", port: "6000" }, { ...env, HANDRAIL_DATA: "/no" });

  assert.deepEqual(file.telegram?.owners, [7, 8]);
  assert.equal(file.dataDir, "/from/the/file");
  assert.equal(file.port, 5000);
  assert.deepEqual(file.jobs, { "rebuild-index": null });
  assert.equal(both.dataDir, "/from/the/environment");
  assert.deepEqual(both.telegram?.owners, [9]);
  assert.equal(flag.dataDir, "/from/a/flag");
  assert.equal(flag.port, 6000);
});

test("a setting that is missing is named, with what to set", async () => {
  await using home = await openHome();
  const all = { ...home.env, ...bot(home.shop) };
  const without = (name: string) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== name));

  assert.match(refusal(without("HANDRAIL_OWNER")), /^HANDRAIL_OWNER is missing: set it to/);
  assert.match(refusal(without("OPENAI_API_KEY")), /^OPENAI_API_KEY is missing: set it to/);
  assert.match(refusal(without("HANDRAIL_WORKSPACES")), /^HANDRAIL_WORKSPACES is missing: set it to/);
  const local = { ...all, OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
  assert.match(refusal(local), /^HANDRAIL_MODEL is missing: set it to/);
  for (const name of ["OPENAI_BASE_URL", "HANDRAIL_MODEL", "HANDRAIL_SMALL_MODEL"]) {
    const keyless = { ...home.env, [name]: "http://127.0.0.1:1/v1" };
    assert.match(refusal(keyless), new RegExp(`^${name} is set but OPENAI_API_KEY is not: set`));
  }
});

const misfits: [string, string[]][] = [
  ["TELEGRAM_BOT_TOKEN", ["abc", "123:short", "  "]],
  ["HANDRAIL_OWNER", ["@somebody", "0", "-5", "1.5", "1,,2", "9999999999999999", " "]],
  ["OPENAI_API_KEY", ["two words", " \t", "line\nbreak"]],
  [
    "OPENAI_BASE_URL",
    ["nonsense", "ftp://host/v1", "http://user:pass@host/v1", "https://host/v1?key=secret", "//host"],
  ],
  ["HANDRAIL_MODEL", ["  "]],
  ["HANDRAIL_DATA", ["  "]],
  ["HANDRAIL_PORT", ["http", "-1", "123456", "70000", "1e3"]],
  ["HANDRAIL_STEPS", ["0", "many", "-3", "10000"]],
  ["HANDRAIL_CONTEXT_TOKENS", ["0", "7999", "many", "10000000"]],
  ["HANDRAIL_TELEGRAM_API", ["nonsense"]],
  ["HANDRAIL_JOBS", ["nightly", "[]", '{"rebuild-index":3}']],
];

for (const [name, values] of misfits) {
  test(`${name} that does not fit is named with what to set, and not repeated`, async () => {
    await using home = await openHome();

    for (const value of values) {
      const said = refusal({ ...home.env, ...bot(home.shop), HANDRAIL_MODEL: "m", [name]: value });

      const named =
        name === "HANDRAIL_PORT" ? /HANDRAIL_PORT/ : new RegExp(`^${name} does not fit: set it to `);
      assert.match(said, named, value);
      if (value.trim().length > 3) assert.ok(!said.includes(value), said);
    }
  });
}

test("wrong kinds of JSON in the file are named too", async () => {
  await using home = await openHome();

  for (const [name, value] of [
    ["HANDRAIL_OWNER", true],
    ["HANDRAIL_OWNER", []],
    ["HANDRAIL_PORT", 1.5],
    ["HANDRAIL_WORKSPACES", {}],
    ["HANDRAIL_MODEL", 4],
  ] as const) {
    const env = await home.write({ ...bot(home.shop), [name]: value });

    assert.match(refusal(env), new RegExp(`^${name} does not fit: set it to `));
  }
});

test("a workspace that is no folder, or not absolute, is named", async () => {
  await using home = await openHome();
  const at = (HANDRAIL_WORKSPACES: string) => ({ ...home.env, ...bot(home.shop), HANDRAIL_WORKSPACES });

  assert.match(refusal(at(join(home.home, "nowhere"))), /nowhere is not a folder: set HANDRAIL_WORKSPACES/);
  assert.match(refusal(at("shop")), /HANDRAIL_WORKSPACES names "shop": set absolute folders/);
});

test("a name that nobody knows is refused, in the environment and in the file", async () => {
  await using home = await openHome();

  assert.match(
    refusal({ ...home.env, HANDRAIL_WORKSPACE: home.shop }),
    /^There is no setting HANDRAIL_WORKSPACE:/,
  );
  const env = await home.write({ HANDRAIL_TOKEN: "x" });
  assert.match(refusal(env), /^There is no setting HANDRAIL_TOKEN: the settings are TELEGRAM_BOT_TOKEN, /);
  assert.throws(() => readDataDir(undefined, env), ConfigError);
});

test("a file with secrets that others can read is refused; without secrets it may be read", async () => {
  await using home = await openHome();

  const open = await home.write({ OPENAI_API_KEY: KEY }, 0o644);
  const said = refusal(open);
  const plain = await home.write({ HANDRAIL_PORT: 5000 }, 0o644);

  assert.match(said, /others can read it: run chmod 600/);
  assert.ok(!said.includes(KEY));
  assert.equal(readConfig({}, plain).port, 5000);
});

test("a file that is no JSON object, a folder, and a named one that is not there are named", async () => {
  await using home = await openHome();

  for (const text of ["{", "[]", '"x"', ""]) {
    assert.match(
      refusal(await home.write(text)),
      /handrail\.json is not a JSON object: mend or remove it\.$/,
    );
  }
  assert.match(refusal({ ...home.env, HANDRAIL_CONFIG: home.shop }), /cannot be read: check its rights/);
  const missing = { ...home.env, HANDRAIL_CONFIG: join(home.home, "typo.json") };
  assert.match(refusal(missing), /^There is no config file .*typo\.json: set HANDRAIL_CONFIG/);
});

test("two ways to one folder are one workspace", async () => {
  await using home = await openHome();
  const link = join(home.home, "link");
  await symlink(home.shop, link);

  const { workspaces } = readConfig({ workspaces: [home.shop, link, `${home.shop}/`] }, home.env);

  assert.deepEqual(workspaces, [home.shop]);
});
