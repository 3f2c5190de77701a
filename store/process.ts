// Tells whether a process that took a lease is still the same living process. Promises "gone" only where it is
// certain: same machine and process namespace, and no such pid or another start. Refuses to guess elsewhere.

import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** `machine`: where pids mean the same. `born`: boot and start tick, null where the platform has no /proc. */
export type ProcessMark = { machine: string; born: string | null };

export function markOf(pid: number): ProcessMark {
  return { machine: `${hostname()} ${namespaceOf()}`, born: bornAt(pid) };
}

export function isGone(pid: number, mark: ProcessMark): boolean {
  const now = markOf(pid);
  if (now.machine !== mark.machine) return false;
  if (!exists(pid)) return true;
  return mark.born !== null && now.born !== null && mark.born !== now.born;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

// Two containers may share the data folder and not their pids.
function namespaceOf(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function bornAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command's name stands in parentheses and may hold spaces and parentheses itself.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return ticks === undefined ? null : `${boot} ${ticks}`;
  } catch {
    return null;
  }
}
