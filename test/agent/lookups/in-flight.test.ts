// Lookups at the same moment: the first of like queries runs, and whoever waits is freed with what came of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createInFlight, LeaderFailed } from "../../../agent/lookups/in-flight.ts";

const never = new AbortController().signal;

/** A lookup that ends when the test says so. */
function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<{ answer: string; isForAll: boolean }>();
  const runs = { count: 0 };
  const work = () => {
    runs.count += 1;
    return promise;
  };
  return { work, runs, reject, answer: (answer: string, isForAll = true) => resolve({ answer, isForAll }) };
}

const turns = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

test("of three like queries in flight one runs, and all have its answer", async () => {
  const flights = createInFlight<string>();
  const lookup = pending();
  const run = (query: string) => flights.run(query, { scope: "v1", work: lookup.work, signal: never });

  const all = Promise.all([run("split table"), run("split table"), run("split tabel")]);
  await turns();
  lookup.answer("so");

  assert.deepEqual(await all, [
    { led: true, asked: "split table", answer: "so" },
    { led: false, asked: "split table", answer: "so" },
    { led: false, asked: "split table", answer: "so" },
  ]);
  assert.equal(lookup.runs.count, 1);
});

test("other queries, other scopes and later ones run for themselves", async () => {
  const flights = createInFlight<string>();
  const lookup = pending();
  const run = (query: string, scope: string) =>
    flights.run(query, { scope, work: lookup.work, signal: never });

  const all = Promise.all([run("split table", "v1"), run("split table", "v2"), run("rotate image", "v1")]);
  await turns();
  lookup.answer("so");
  await all;
  await run("split table", "v1");

  assert.equal(lookup.runs.count, 4);
});

test("a leader that fails frees its followers with the failure, and the next one starts anew", async () => {
  const flights = createInFlight<string>();
  const lookup = pending();
  const run = (work: typeof lookup.work) => flights.run("split table", { scope: "v1", work, signal: never });

  const both = Promise.allSettled([run(lookup.work), run(lookup.work)]);
  await turns();
  lookup.reject(new Error("the model is gone"));
  const [leader, follower] = await both;

  assert.match(String(leader.status === "rejected" && leader.reason), /the model is gone/);
  assert.ok(follower.status === "rejected" && follower.reason instanceof LeaderFailed);
  const next = await run(async () => ({ answer: "so", isForAll: true }));
  assert.deepEqual(next, { led: true, asked: "split table", answer: "so" });
});

test("a follower's own stop frees it alone", async () => {
  const flights = createInFlight<string>();
  const lookup = pending();
  const stop = new AbortController();
  const run = (signal: AbortSignal) => flights.run("split table", { scope: "v1", work: lookup.work, signal });

  const [leader, stopped, patient] = [run(never), run(stop.signal), run(never)];
  await turns();
  stop.abort(new Error("the person said stop"));
  await assert.rejects(stopped, /the person said stop/);
  lookup.answer("so");

  assert.equal((await leader).answer, "so");
  assert.equal((await patient).answer, "so");
});

test("an answer that is the leader's alone lets the others try for themselves", async () => {
  const flights = createInFlight<string>();
  const runs: string[] = [];
  const run = (name: string) =>
    flights.run("split table", {
      scope: "v1",
      signal: never,
      work: async () => {
        runs.push(name);
        return { answer: `${name} may not`, isForAll: false };
      },
    });

  const all = await Promise.all([run("a"), run("b"), run("c")]);

  assert.deepEqual(
    all.map(({ led, answer }) => [led, answer]),
    [
      [true, "a may not"],
      [true, "b may not"],
      [true, "c may not"],
    ],
  );
  assert.deepEqual(runs.toSorted(), ["a", "b", "c"]);
});
