// The journal of landings and the generations that they make. Promises that a review lands once, under the
// fence of its workspace's landing lease, and that generation, review and audit line are one transaction.
// Refuses a landing of what is not approved.

import { sha256 } from "../hash.ts";
import type { Generation, Landing, LandingEnd, Landings, ReviewRow } from "../ledger.ts";
import { insertAudit } from "./audit.ts";
import type { Database, Sql } from "./database.ts";
import { checkFence } from "./leases.ts";
import { readReview } from "./review-rows.ts";
import { int, intOrNull, oneOf, type Row, text, textOrNull } from "./row.ts";

const STATES = ["applying", "applied", "conflicted"] as const;
const LANDING = 'landing, review, workspace, changeset, state, "by", started_at, detail';
const GENERATION = 'workspace, n, changeset, review, turn, "by", at, undoes, undone_by';

export function createLandings(db: Database): Landings {
  return {
    startLanding: (wish) => db.write((sql) => start(sql, wish)),
    endLanding: (end) => db.write((sql) => finishLanding(sql, end)),
    landing: (review) =>
      db.read((sql) => {
        const row = sql.one(`SELECT ${LANDING} FROM landings WHERE review = ?`, review);
        return row && toLanding(row);
      }),
    landingsIn: (state) =>
      db.read((sql) =>
        sql
          .all(`SELECT ${LANDING} FROM landings WHERE state = ? ORDER BY started_at, rowid`, state)
          .map(toLanding),
      ),
    generations: (workspace, limit) =>
      db.read((sql) =>
        sql
          .all(
            `SELECT ${GENERATION} FROM generations WHERE workspace = ? ORDER BY n DESC LIMIT ?`,
            workspace,
            limit,
          )
          .map(toGeneration),
      ),
    generation: (workspace, n) =>
      db.read((sql) => {
        const row = sql.one(
          `SELECT ${GENERATION} FROM generations WHERE workspace = ? AND n = ?`,
          workspace,
          n,
        );
        return row && toGeneration(row);
      }),
  };
}

type Wish = { review: string; by: string; at: number; fence: number };

function start(sql: Sql, { review: id, by, at, fence }: Wish): Landing {
  const known = sql.one(`SELECT ${LANDING} FROM landings WHERE review = ?`, id);
  if (known) return toLanding(known);
  const review = readReview(sql, id);
  if (review?.state !== "approved") {
    throw new Error(`Review ${id} cannot land: it is ${review?.state ?? "unknown"}, not approved.`);
  }
  const { workspace, changeset } = review;
  checkFence(sql, leaseOf(workspace), fence);
  // Named by its review, so that temp files left by a killed landing are known again.
  const landing = sha256(`landing ${id}`).slice(0, 32);
  sql.run(
    `INSERT INTO landings (${LANDING}) VALUES (?, ?, ?, ?, 'applying', ?, ?, NULL)`,
    landing,
    id,
    workspace,
    changeset,
    by,
    at,
  );
  return { landing, review: id, workspace, changeset, state: "applying", by, startedAt: at, detail: null };
}

/** Ends a landing inside the caller's transaction. */
export function finishLanding(sql: Sql, end: LandingEnd): Generation | undefined {
  const row = sql.one(`SELECT ${LANDING} FROM landings WHERE landing = ?`, end.landing);
  if (!row) throw new Error(`There is no landing ${end.landing} to end.`);
  const landing = toLanding(row);
  if (landing.state === end.type) return generationOf(sql, landing.review);
  if (landing.state !== "applying") {
    throw new Error(`Landing ${end.landing} is ${landing.state} already and cannot become ${end.type}.`);
  }
  const review = readReview(sql, landing.review);
  if (!review) throw new Error(`Landing ${end.landing} has lost its review ${landing.review}.`);
  switch (end.type) {
    case "applied":
      return apply(sql, { landing, review, end });
    case "conflicted":
      return conflict(sql, landing, end);
  }
}

type Applied = { landing: Landing; review: ReviewRow; end: Extract<LandingEnd, { type: "applied" }> };

function apply(sql: Sql, { landing, review, end }: Applied): Generation {
  const { workspace, changeset, by } = landing;
  checkFence(sql, leaseOf(workspace), end.fence);
  const last = sql.one("SELECT max(n) AS n FROM generations WHERE workspace = ?", workspace);
  const n = (intOrNull(last ?? {}, "n") ?? 0) + 1;
  const turn = review.origin.type === "turn" ? review.origin.turn : null;
  sql.run(
    `INSERT INTO generations (${GENERATION}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
    workspace,
    n,
    changeset,
    review.review,
    turn,
    by,
    end.at,
    end.undoes,
  );
  if (end.undoes !== null) {
    sql.run("UPDATE generations SET undone_by = ? WHERE workspace = ? AND n = ?", n, workspace, end.undoes);
  }
  sql.run("UPDATE landings SET state = 'applied' WHERE landing = ?", landing.landing);
  sql.run("UPDATE reviews SET state = 'landed', generation = ? WHERE review = ?", n, review.review);
  insertAudit(sql, { at: end.at, by, action: "landed", subject: review.review, hash: changeset });
  return {
    workspace,
    n,
    changeset,
    review: review.review,
    turn,
    by,
    at: end.at,
    undoes: end.undoes,
    undoneBy: null,
  };
}

function conflict(sql: Sql, landing: Landing, end: Extract<LandingEnd, { type: "conflicted" }>): undefined {
  sql.run(
    "UPDATE landings SET state = 'conflicted', detail = ? WHERE landing = ?",
    end.detail,
    landing.landing,
  );
  sql.run("UPDATE reviews SET state = 'conflicted' WHERE review = ?", landing.review);
  const { by, review, changeset } = landing;
  insertAudit(sql, { at: end.at, by, action: "conflicted", subject: review, hash: changeset });
  return undefined;
}

function generationOf(sql: Sql, review: string): Generation | undefined {
  const row = sql.one(`SELECT ${GENERATION} FROM generations WHERE review = ?`, review);
  return row && toGeneration(row);
}

function leaseOf(workspace: string): string {
  return `landing:${workspace}`;
}

function toLanding(row: Row): Landing {
  return {
    landing: text(row, "landing"),
    review: text(row, "review"),
    workspace: text(row, "workspace"),
    changeset: text(row, "changeset"),
    state: oneOf(row, "state", STATES),
    by: text(row, "by"),
    startedAt: int(row, "started_at"),
    detail: textOrNull(row, "detail"),
  };
}

function toGeneration(row: Row): Generation {
  return {
    workspace: text(row, "workspace"),
    n: int(row, "n"),
    changeset: text(row, "changeset"),
    review: text(row, "review"),
    turn: textOrNull(row, "turn"),
    by: text(row, "by"),
    at: int(row, "at"),
    undoes: intOrNull(row, "undoes"),
    undoneBy: intOrNull(row, "undone_by"),
  };
}
