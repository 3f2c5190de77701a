// Counts what turns came to, in steps, tokens and bytes. Promises two queries, however many turns there are.
// Refuses to read a blob.

import type { TurnUsage, Usage, UsageOf } from "../usage.ts";
import type { Database, Sql } from "./database.ts";
import { int, type Row } from "./row.ts";

export function createUsage(db: Database): Usage {
  return { usage: (of) => db.read((sql) => count(sql, of)) };
}

const token = (name: string): string =>
  `coalesce(sum(json_extract(body, '$.usage.${name}')) FILTER (WHERE type = 'replied'), 0)`;
const number = (where: string): string => `count(*) FILTER (WHERE ${where})`;

function count(sql: Sql, of: UsageOf): TurnUsage {
  const [where, value] = "turn" in of ? ["turn = ?", of.turn] : ["started_at >= ?", of.since];
  const wanted = `turn IN (SELECT turn FROM turns WHERE ${where})`;
  const row: Row =
    sql.one(
      `SELECT count(DISTINCT turn) AS turns,
        ${number("type = 'replied' AND thread NOT LIKE 'side:%'")} AS steps,
        ${token("promptTokens")} AS prompt_tokens, ${token("completionTokens")} AS completion_tokens,
        ${token("cachedTokens")} AS cached_tokens, ${number("type = 'tool_ran'")} AS calls,
        ${number("type = 'tool_ran' AND json_extract(body, '$.reason') IN ('unknown_tool', 'malformed')")} AS miscalls,
        ${number("type = 'trimmed'")} AS trims, ${number("type = 'prompt_dropped'")} AS drops
        FROM events WHERE ${wanted}`,
      value,
    ) ?? {};
  // A conversation only grows, and a trim leaves its opening: the shortest of its requests is what each of them carries.
  const sizes: Row =
    sql.one(
      `SELECT coalesce(sum(least * requests), 0) AS fixed_bytes, coalesce(sum(total), 0) AS bytes FROM (
        SELECT min(json_extract(body, '$.bytes')) AS least, count(*) AS requests, sum(json_extract(body, '$.bytes')) AS total
        FROM events WHERE ${wanted} AND type = 'asked' AND thread NOT LIKE 'side:%' GROUP BY turn, thread)`,
      value,
    ) ?? {};
  return {
    turns: int(row, "turns"),
    steps: int(row, "steps"),
    promptTokens: int(row, "prompt_tokens"),
    completionTokens: int(row, "completion_tokens"),
    cachedTokens: int(row, "cached_tokens"),
    bytes: int(sizes, "bytes"),
    fixedBytes: int(sizes, "fixed_bytes"),
    calls: int(row, "calls"),
    miscalls: int(row, "miscalls"),
    trims: int(row, "trims"),
    drops: int(row, "drops"),
  };
}
