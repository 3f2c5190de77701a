// The folder of one workspace's index versions: which is current, who builds, what is rubbish. Promises that the pointer
// is the old one or the new one, at any moment and after any kill. Refuses a second builder while one is at work.

import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

export type Pointer = { version: string; previous?: string };

const POINTER = "current.json";
const LOCK = "lock.db";
const VERSION = /^[0-9a-f]{24}$/;
const OURS = /^(?:[0-9a-f]{24}\.db(?:-journal|-wal|-shm)?|building-.*|current\.json\.tmp)$/;

export const versionFile = (dir: string, version: string): string => path.join(dir, `${version}.db`);
export const buildingFile = (dir: string, version: string): string =>
  path.join(dir, `building-${version}.db`);

/** The current version, or undefined when nothing was built here yet. */
export function readPointer(dir: string): Pointer | undefined {
  let text: string;
  try {
    text = fs.readFileSync(path.join(dir, POINTER), "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Error(`The index pointer in ${dir} cannot be read.`, { cause: error });
  }
  return parsePointer(text);
}

// Only ever replaced whole: a pointer that does not parse was damaged by something else, and a build makes a new one.
function parsePointer(text: string): Pointer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("version" in value)) return undefined;
    if (typeof value.version !== "string" || !VERSION.test(value.version)) return undefined;
    const previous = "previous" in value && typeof value.previous === "string" ? value.previous : undefined;
    return previous === undefined ? { version: value.version } : { version: value.version, previous };
  } catch {
    return undefined;
  }
}

/** Makes a version current: written beside, synced, renamed over the old pointer, folder synced. */
export function flipPointer(dir: string, pointer: Pointer): void {
  const beside = path.join(dir, `${POINTER}.tmp`);
  fs.writeFileSync(beside, `${JSON.stringify(pointer)}\n`);
  syncPath(beside);
  fs.renameSync(beside, path.join(dir, POINTER));
  syncPath(dir);
}

export function syncPath(file: string): void {
  const fd = fs.openSync(file, "r");
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Removes what no pointer names: half-built files of killed builds, versions older than the previous one. */
export function sweepVersions(dir: string): string[] {
  const pointer = readPointer(dir);
  const kept = new Set([pointer?.version, pointer?.previous].map((version) => `${version}.db`));
  const rubbish = fs.readdirSync(dir).filter((name) => OURS.test(name) && !kept.has(name));
  for (const name of rubbish) fs.rmSync(path.join(dir, name), { force: true });
  return rubbish;
}

/** Waits at most a minute for another builder. The operating system frees the lock of a killed one. */
export function lockVersions(dir: string): Disposable {
  const db = new DatabaseSync(path.join(dir, LOCK), { timeout: 250 });
  for (let attempt = 0; attempt < 240; attempt++) {
    try {
      db.exec("BEGIN EXCLUSIVE");
      return { [Symbol.dispose]: () => db.close() };
    } catch (error) {
      if (!isBusy(error)) {
        db.close();
        throw new Error(`The index folder ${dir} cannot be locked.`, { cause: error });
      }
    }
  }
  db.close();
  throw new Error(`Another build has held the index in ${dir} for a minute; try again when it has ended.`);
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === 5;

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
