// What `handrail turn` ends with: each exit code by the story that leads to it, as a process of its own against a
// scripted model over HTTP.

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { call, faulty, say } from "../../servers/scripted-model.ts";
import { edit, KEY, MAIN_JS, openDesk } from "./rig.ts";

test("an answer ends with 0, and the answer alone is on standard output", async () => {
  await using desk = await openDesk({ script: [say("b is 2, see main.js:2.")] });

  const { code, stdout, stderr } = await desk.turn("what is b?");

  assert.equal(code, 0, stderr);
  assert.equal(stdout, "b is 2, see main.js:2.\n");
});

test("a change that --review apply lands ends with 0", async () => {
  await using desk = await openDesk({ script: [edit, say("b is now 20.")] });

  const { code, stderr } = await desk.turn("make b 20", "--review", "apply");

  assert.equal(code, 0, stderr);
  assert.equal(await desk.file("main.js"), MAIN_JS.replace("2;", "20;"));
});

test("--review show prints the whole diff, lands nothing, and ends with 0", async () => {
  const lines = Array.from({ length: 1500 }, (_, i) => `line ${i}`);
  const write = call("write_file", { path: "big.txt", content: `${lines.join("\n")}\n` });
  await using desk = await openDesk({ script: [write, say("Wrote big.txt.")] });

  const { code, stdout, stderr } = await desk.turn("write it", "--review", "show");

  assert.equal(code, 0, stderr);
  const added = stdout.split("\n").filter((line) => line.startsWith("+line "));
  assert.deepEqual(
    added,
    lines.map((line) => `+${line}`),
  );
  await assert.rejects(desk.file("big.txt"), { code: "ENOENT" });
});

test("an answer that did not pass its checks ends with 4, and a line of code's own says why", async () => {
  const claim = say("I updated main.js, b is 20 there now.");
  await using desk = await openDesk({ script: [call("read_file", { path: "main.js" }), claim, claim] });

  const { code, stdout } = await desk.turn("make b 20");

  assert.equal(code, 4);
  assert.match(stdout, /Not so: no such change of main\.js was made in this request\./);
});

test("a no at the terminal ends with 3, and nothing is written", async () => {
  await using desk = await openDesk({ script: [edit, say("b is now 20.")] });

  const { code } = await desk.run(["turn", "make b 20", "--workspace", desk.workspace, "--review", "ask"], {
    stdin: "n\n",
  });

  assert.equal(code, 3);
  assert.equal(await desk.file("main.js"), MAIN_JS);
});

const stuck = (next: (index: number) => ReturnType<typeof call>) => ({
  respond: (request: { toolChoice: unknown }, index: number) =>
    request.toolChoice === "none" ? say("Here is what I found so far.") : next(index),
});
const loops = {
  "sixty identical calls": stuck(() => call("read_file", { path: "main.js" })),
  "a circle of two calls": stuck((i) => call("find_in_files", { pattern: i % 2 === 0 ? "var a" : "var b" })),
  "a tool that does not exist": stuck((i) => call("shell", { cmd: `ls ${i}` })),
};

for (const [name, model] of Object.entries(loops)) {
  test(`${name} end with 4 within 8 requests, and a clear final answer`, async () => {
    await using desk = await openDesk(model);

    const { code, stdout } = await desk.turn("look around");

    assert.equal(code, 4);
    assert.ok(desk.model.requests.length <= 8, `${desk.model.requests.length} requests`);
    assert.match(stdout, /^Here is what I found so far\.\nEnded early: .* was reached\.\n$/);
  });
}

test("a bounded turn whose change was only shown ends with 4: not all of it is there", async () => {
  const model = stuck((i) => (i === 0 ? edit : call("read_file", { path: "main.js" })));
  await using desk = await openDesk(model);

  const { code, stdout } = await desk.turn("look around", "--review", "show");

  assert.equal(code, 4, stdout);
  assert.match(stdout, /Ended early/);
});

test("a refused key ends with 5 and says which setting to look at, not what it holds", async () => {
  await using desk = await openDesk({ script: [] });

  const { code, stdout, stderr } = await desk.run(["turn", "hello", "--workspace", desk.workspace], {
    env: { OPENAI_API_KEY: "another-key-987654321" },
  });

  assert.equal(code, 5);
  assert.match(stdout, /refused the key \(HTTP 401\)\. Check OPENAI_API_KEY\./);
  assert.doesNotMatch(stdout + stderr, /another-key/);
  assert.doesNotMatch(stdout + stderr, /127\.0\.0\.1/);
});

test("an endpoint that nobody serves ends with 5", async () => {
  await using desk = await openDesk({ script: [] });

  const { code, stdout } = await desk.run(["turn", "hello", "--workspace", desk.workspace], {
    env: { OPENAI_BASE_URL: `http://127.0.0.1:${await freePort()}/v1` },
  });

  assert.equal(code, 5);
  assert.match(stdout, /could not be reached/);
});

test("an endpoint that fails three times ends with 5, and is asked no fourth time", async () => {
  const down = faulty({ type: "status", status: 500, retryAfter: "0" });
  await using desk = await openDesk({ script: [down, down, down, say("too late")] });

  const { code, stdout } = await desk.turn("hello");

  assert.equal(code, 5);
  assert.equal(desk.model.requests.length, 3);
  assert.match(stdout, /HTTP 500/);
});

test("a model that answers only after a failure is answered with 0", async () => {
  const down = faulty({ type: "status", status: 503, retryAfter: "0" });
  await using desk = await openDesk({ script: [down, say("b is 2.")] });

  const { code, stdout } = await desk.turn("what is b?");

  assert.equal(code, 0);
  assert.equal(stdout, "b is 2.\n");
});

test("usage that does not fit ends with 2: no request, blanks, two requests, an unknown flag or mode", async () => {
  await using desk = await openDesk({ script: [] });
  const inShop = ["--workspace", desk.workspace];

  const oneRequest = /^Give one request, in quotes\. Usage: handrail turn "REQUEST" [^\n]+\n$/;
  for (const [args, words] of [
    [[], oneRequest],
    [["  \t "], oneRequest],
    [["one", "two"], oneRequest],
    [["x", "--colour"], /^Unknown option '--colour'\. Usage: handrail turn [^\n]+\n$/],
    [["x", "--review", "maybe"], /^--review takes ask, show or apply\. Usage: handrail turn [^\n]+\n$/],
  ] as const) {
    const { code, stdout, stderr } = await desk.run(["turn", ...args, ...inShop]);

    assert.equal(code, 2, JSON.stringify(args));
    assert.equal(stdout, "");
    assert.match(stderr, words);
  }
  assert.equal(desk.model.requests.length, 0);
});

test("start and replay name the argument that does not fit", async () => {
  await using desk = await openDesk({ script: [] });

  for (const [args, words] of [
    [["start", "--prot", "1"], /^Unknown option '--prot'\. Usage: handrail start /],
    [["start", "shop"], /^Unexpected argument 'shop'\. Usage: handrail start /],
    [["start", "--port"], /^Option '--port <value>' argument missing\. Usage: handrail start /],
    [["replay", "a", "b"], /^Name one turn, [^\n]+ Usage: handrail replay /],
  ] as const) {
    const { code, stderr } = await desk.run([...args]);

    assert.equal(code, 2, stderr);
    assert.match(stderr, words);
    assert.match(stderr, /^[^\n]+\n$/);
  }
});

test("a workspace that is not there is one line and 2", async () => {
  await using desk = await openDesk({ script: [] });

  const { code, stderr } = await desk.run(["turn", "hello", "--workspace", `${desk.dir}/nowhere`]);

  assert.equal(code, 2);
  assert.match(stderr, /^The workspace .*nowhere is not a folder: set .*--workspace.*\n$/);
});

test("a data folder that cannot be made is one line with the setting, and 2", async () => {
  await using desk = await openDesk({ script: [] });
  const HANDRAIL_DATA = join(desk.workspace, "main.js", "data");

  for (const args of [["start"], ["turn", "hello", "--workspace", desk.workspace]]) {
    const { code, stderr } = await desk.run(args, { env: { HANDRAIL_DATA } });

    assert.equal(code, 2, stderr);
    assert.match(
      stderr,
      /^The data folder .*main\.js\/data cannot be used: set HANDRAIL_DATA [^\n]+ write to – E[^\n]+\n$/,
    );
  }
});

test("no command and an unknown one end with 2, --help with 0 and the place of the config file", async () => {
  await using desk = await openDesk({ script: [] });

  const none = await desk.run([]);
  const unknown = await desk.run(["frobnicate"]);
  const help = await desk.run(["--help"], { env: { HANDRAIL_CONFIG: "/somewhere/handrail.json" } });

  assert.equal(none.code, 2);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /^There is no command "frobnicate".*\n$/);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /\/somewhere\/handrail\.json/);
});

test("the key is in no line and no event", async () => {
  await using desk = await openDesk(
    { script: [call("read_file", { path: "main.js" }), say(`Your key is ${KEY}.`)] },
    {
      "main.js": `var key = "${KEY}";\n`,
    },
  );

  const { code, stdout, stderr } = await desk.turn("what is it?", "--json");

  assert.equal(code, 0, stderr);
  assert.ok(!(stdout + stderr).includes(KEY));
  assert.ok(desk.model.requests.every(({ raw }) => !raw.includes(KEY)));
});

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 1;
}
