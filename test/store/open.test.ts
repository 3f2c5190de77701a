// Opening: private files, versions, refusals, a file that another connection holds,
// rows that are not what we wrote.

import assert from "node:assert/strict";
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { openLedger, openStore } from "../../store/open.ts";
import { openDatabase } from "../../store/sqlite/database.ts";
import { MIGRATIONS, migrate } from "../../store/sqlite/schema.ts";
import { batch, CHANGESET, event, review, startTurn, stoppedClock, T0 } from "./samples.ts";
import { tempFolder } from "./temp.ts";

const clock = stoppedClock;

async function openedFile(t: TestContext) {
  const path = `${await tempFolder(t)}/ledger.sqlite`;
  const ledger = await openLedger(`sqlite:${path}`, { clock });
  t.after(() => ledger[Symbol.asyncDispose]());
  const raw = new DatabaseSync(path, { timeout: 0 });
  t.after(() => raw.close());
  return { path, ledger, raw };
}

test("the folders and every file are the owner's alone", async (t) => {
  const folder = await tempFolder(t);
  await using ledger = await openLedger(`sqlite:${folder}/data/deep/ledger.sqlite`, { clock });
  await ledger.ingest([], 1);

  const mode = async (path: string) => (await stat(`${folder}/${path}`)).mode & 0o777;

  assert.equal(await mode("data"), 0o700);
  assert.equal(await mode("data/deep"), 0o700);
  const files = await readdir(`${folder}/data/deep`);
  assert.ok(files.includes("ledger.sqlite-wal"));
  for (const file of files) assert.equal(await mode(`data/deep/${file}`), 0o600);
});

test("commits are synchronous, in WAL", async (t) => {
  const db = await openDatabase(`${await tempFolder(t)}/ledger.sqlite`, clock, migrate);
  t.after(() => db.close());

  const pragma = (name: string) => db.read((sql) => sql.one(`PRAGMA ${name}`)?.[name]);

  assert.equal(await pragma("journal_mode"), "wal");
  assert.equal(await pragma("synchronous"), 2);
  assert.equal(await pragma("foreign_keys"), 1);
});

test("a row that points nowhere is refused", async (t) => {
  const { ledger } = await openedFile(t);
  const orphan = batch("nowhere", 0, { events: [event("started")] });
  const origin = { type: "turn", turn: "nowhere" } as const;

  await assert.rejects(ledger.append(orphan), /no turn nowhere/);
  await assert.rejects(ledger.openReview(review("r1", { origin }), [CHANGESET]), /FOREIGN KEY/);
});

test("a file of version 1 keeps its rows and learns the rest", async (t) => {
  const path = `${await tempFolder(t)}/old.sqlite`;
  const old = new DatabaseSync(path);
  old.exec(`${MIGRATIONS[0]}; PRAGMA user_version = 1`);
  old.exec(
    `INSERT INTO inbox (update_id, body, received_at) VALUES (5, '{}', ${T0}); INSERT INTO poll VALUES (1, 6)`,
  );
  old.close();

  await using store = await openStore(`sqlite:${path}`, { clock });

  assert.equal(await store.ledger.pollOffset(), 6);
  assert.equal((await store.ledger.pendingUpdates(10)).length, 1);
  assert.equal(await store.keyv("preferences").set("k", "v"), true);
  const raw = new DatabaseSync(path);
  assert.equal(raw.prepare("PRAGMA user_version").get()?.user_version, MIGRATIONS.length);
  raw.close();
});

test("a file of a newer version is refused and left alone", async (t) => {
  const path = `${await tempFolder(t)}/newer.sqlite`;
  const newer = new DatabaseSync(path);
  newer.exec("PRAGMA user_version = 99; CREATE TABLE later (x)");
  newer.close();

  await assert.rejects(openLedger(`sqlite:${path}`, { clock }), /version 99.*Update Handrail/);
});

test("a database that is no ledger is refused, and a file that is no database", async (t) => {
  const folder = await tempFolder(t);
  const other = new DatabaseSync(`${folder}/other.sqlite`);
  other.exec("CREATE TABLE mine (x)");
  other.close();
  await writeFile(`${folder}/notes.txt`, "not a database, only long enough to be read as one\n".repeat(40));
  await mkdir(`${folder}/folder.sqlite`);

  await assert.rejects(
    openLedger(`sqlite:${folder}/other.sqlite`, { clock }),
    /something else than a Handrail ledger/,
  );
  await assert.rejects(openLedger(`sqlite:${folder}/notes.txt`, { clock }), /could not be opened/);
  await assert.rejects(openLedger(`sqlite:${folder}/folder.sqlite`, { clock }), /could not be opened/);
});

test("a refused URI says what to set and repeats no password", async () => {
  const refused = async (uri: string) =>
    await openLedger(uri, { clock }).then(
      () => assert.fail("it opened"),
      (error: unknown) => String(error),
    );

  assert.match(await refused("postgres://handrail:secret@db/handrail"), /not built yet/);
  for (const uri of ["sqlite:relative.sqlite", "sqlite:", "mysql://u:secret@h", "", "/tmp/x.sqlite"]) {
    assert.match(await refused(uri), /must be sqlite:\/absolute\/path/);
  }
  assert.doesNotMatch(await refused("postgres://handrail:secret@db/handrail"), /secret/);
  assert.doesNotMatch(await refused("mysql://u:secret@h"), /secret/);
});

test("a write waits for another connection and then goes through", async (t) => {
  const path = `${await tempFolder(t)}/ledger.sqlite`;
  const rival = { raw: undefined as DatabaseSync | undefined, waits: 0 };
  const patient = {
    now: () => T0,
    sleep: async () => {
      rival.waits += 1;
      if (rival.waits === 3) rival.raw?.exec("COMMIT");
    },
  };
  await using ledger = await openLedger(`sqlite:${path}`, { clock: patient });
  rival.raw = new DatabaseSync(path);
  rival.raw.exec("BEGIN IMMEDIATE");

  const added = await ledger.ingest([{ updateId: 1, body: "{}", receivedAt: T0 }], 2);

  assert.deepEqual([added, rival.waits], [1, 3]);
  rival.raw.close();
});

test("a file that never comes free is an error in words, not a wait without end", async (t) => {
  const { ledger, raw } = await openedFile(t);
  raw.exec("BEGIN IMMEDIATE");

  await assert.rejects(ledger.ingest([], 2), /held by another process/);

  raw.exec("COMMIT");
  await ledger.ingest([], 3);
  assert.equal(await ledger.pollOffset(), 3);
});

test("a corrupt row throws and is named", async (t) => {
  const { ledger, raw } = await openedFile(t);
  await ledger.openReview(review("r1"), [CHANGESET]);

  raw.exec("UPDATE reviews SET allowed = '[\"owner\"'");
  await assert.rejects(ledger.review("r1"), /review "r1".*allowed is not JSON/);
  raw.exec("UPDATE reviews SET allowed = '[1]'");
  await assert.rejects(ledger.review("r1"), /review "r1".*not a list of texts/);
  raw.exec("UPDATE reviews SET allowed = '[]', state = 'maybe'");
  await assert.rejects(ledger.review("r1"), /review "r1".*state is none of/);
  raw.exec("UPDATE reviews SET state = 'open', origin = '{\"type\":\"turn\"}'");
  await assert.rejects(ledger.review("r1"), /review "r1".*origin/);
});

test("a log or a blob that was changed on disk is refused", async (t) => {
  const { ledger, raw } = await openedFile(t);
  await startTurn(ledger, "t1");
  await ledger.append(batch("t1", 1, { events: [event("asked"), event("replied")], blobs: [CHANGESET] }));

  raw.exec('UPDATE events SET body = \'{"by":"else"}\' WHERE seq = 2');
  await assert.rejects(ledger.log("t1"), /t1 is broken: event 2 was changed/);
  raw.exec("DELETE FROM events WHERE seq = 2");
  await assert.rejects(ledger.log("t1"), /event 2 is missing/);
  raw.exec("UPDATE blobs SET bytes = x'00'");
  await assert.rejects(ledger.blob(CHANGESET.hash), /was changed/);
});

test("what one connection stored another reads after reopening", async (t) => {
  const path = `${await tempFolder(t)}/ledger.sqlite`;
  {
    await using first = await openLedger(`sqlite:${path}`, { clock });
    await startTurn(first, "t1");
  }

  await using second = await openLedger(`sqlite:${path}`, { clock });

  assert.equal((await second.log("t1")).length, 1);
});

test("a damaged file is refused in one sentence that says what to do", async (t) => {
  const path = join(await tempFolder(t), "ledger.sqlite");
  const whole = await openLedger(`sqlite:${path}`, { clock: stoppedClock });
  await whole[Symbol.asyncDispose]();
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0xff, 100, 4096));

  await assert.rejects(openLedger(`sqlite:${path}`, { clock: stoppedClock }), {
    message:
      /^The ledger .* is damaged \(.*\)\. Put back a copy of it, or move it away .* to begin with an empty one\.$/,
  });
});

test("a folder in which nothing can be made is named, with what to do", async (t) => {
  const folder = await tempFolder(t);
  await writeFile(join(folder, "data"), "a file");

  await assert.rejects(openLedger(`sqlite:${join(folder, "data", "l.sqlite")}`, { clock: stoppedClock }), {
    message: /could not be opened for writing \(.*\)\. Make its folder writable/,
  });
});

test("what a killed process left in its write-ahead log is there again", async (t) => {
  const path = join(await tempFolder(t), "ledger.sqlite");
  const copy = `${path}.copy`;
  await using writing = await openLedger(`sqlite:${path}`, { clock: stoppedClock });
  await writing.audit({ at: T0, by: "owner", action: "kept", subject: "s", hash: null });
  // As a kill leaves it: the file, and a log that nobody carried over.
  await copyFile(path, copy);
  await copyFile(`${path}-wal`, `${copy}-wal`);

  await using after = await openLedger(`sqlite:${copy}`, { clock: stoppedClock });

  assert.deepEqual(
    (await after.auditTail(5)).map((line) => line.action),
    ["kept"],
  );
});
