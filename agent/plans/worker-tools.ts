// The tools of a thread: a worker has those of its turn without planning and asking. Promises one order. Refuses to take a
// question of a worker's to the person: it reports what it lacks.

import { itemOfThread } from "./plan.ts";

const MAIN_ONLY: ReadonlySet<string> = new Set(["make_plan", "ask_person"]);

export function toolsFor<T extends { name: string }>(thread: string, tools: readonly T[]): readonly T[] {
  return itemOfThread(thread) === null ? tools : tools.filter(({ name }) => !MAIN_ONLY.has(name));
}
