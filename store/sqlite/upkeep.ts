// Bindings, job runs, audit, leases. Promises that a job's window is claimed once, ever. Refuses to know what
// a job or a lease is for.

import type { JobRun, Upkeep } from "../ledger.ts";
import { insertAudit, readAudit } from "./audit.ts";
import type { Database } from "./database.ts";
import { acquireLease, releaseLease } from "./leases.ts";
import { int, intOrNull, oneOf, type Row, text, textOrNull } from "./row.ts";

const STATES = ["running", "ok", "failed", "timed_out", "lost"] as const;
// A key column cannot be null; Telegram has no topic with an empty id.
const NO_TOPIC = "";

export function createUpkeep(db: Database): Upkeep {
  return {
    async bind(chat, topic, workspace) {
      await db.write((sql) =>
        sql.run("INSERT OR REPLACE INTO bindings VALUES (?, ?, ?)", chat, topic ?? NO_TOPIC, workspace),
      );
    },
    binding: (chat, topic) =>
      db.read((sql) => {
        const row = sql.one(
          "SELECT chat, topic, workspace FROM bindings WHERE chat = ? AND topic = ?",
          chat,
          topic ?? NO_TOPIC,
        );
        return row && text(row, "workspace");
      }),
    ...createRuns(db),
    audit: (entry) => db.write((sql) => insertAudit(sql, entry)),
    auditTail: (limit) => db.read((sql) => readAudit(sql, limit)),
    acquireLease: (name, holder, ttlMs, now) =>
      db.write((sql) => acquireLease(sql, { name, holder, ttlMs, now })),
    releaseLease: (name, fence) => db.write((sql) => releaseLease(sql, name, fence)),
  };
}

function createRuns(db: Database): Pick<Upkeep, "claimRun" | "endRun" | "runs" | "setPaused" | "paused"> {
  return {
    claimRun: (job, window, at) =>
      db.write(
        (sql) =>
          sql.run(
            `INSERT OR IGNORE INTO job_runs (job, "window", state, started_at) VALUES (?, ?, 'running', ?)`,
            job,
            window,
            at,
          ) === 1,
      ),
    async endRun(job, window, state, result, at) {
      await db.write((sql) =>
        sql.run(
          `UPDATE job_runs SET state = ?, result = ?, ended_at = ?
            WHERE job = ? AND "window" = ? AND state = 'running'`,
          state,
          result,
          at,
          job,
          window,
        ),
      );
    },
    runs: (job, limit) =>
      db.read((sql) =>
        sql
          .all(
            `SELECT job, "window", state, started_at, ended_at, result FROM job_runs WHERE job = ?
              ORDER BY started_at DESC, rowid DESC LIMIT ?`,
            job,
            limit,
          )
          .map(toRun),
      ),
    async setPaused(job, paused) {
      await db.write((sql) =>
        sql.run(
          paused ? "INSERT OR IGNORE INTO paused_jobs VALUES (?)" : "DELETE FROM paused_jobs WHERE job = ?",
          job,
        ),
      );
    },
    paused: () =>
      db.read((sql) => sql.all("SELECT job FROM paused_jobs ORDER BY job").map((row) => text(row, "job"))),
  };
}

function toRun(row: Row): JobRun {
  return {
    job: text(row, "job"),
    window: text(row, "window"),
    state: oneOf(row, "state", STATES),
    startedAt: int(row, "started_at"),
    endedAt: intOrNull(row, "ended_at"),
    result: textOrNull(row, "result"),
  };
}
