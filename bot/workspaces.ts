// Which workspace a chat or topic talks about: the one it is bound to, else the first. Promises an answer for every
// place, also where a bound workspace is gone. Refuses names that nobody configured.

import type { Ledger } from "../store/ledger.ts";
import type { Place } from "./incoming.ts";

export type NamedWorkspace = { id: string; name: string };

export type Workspaces = {
  readonly all: readonly NamedWorkspace[];
  of(place: Place): Promise<NamedWorkspace>;
  named(name: string): NamedWorkspace | undefined;
  /** The name for people, also of a workspace that is no longer configured. */
  nameOf(id: string): string;
};

export function createWorkspaces(
  ledger: Pick<Ledger, "binding">,
  given: readonly NamedWorkspace[],
): Workspaces {
  const all = distinct(given);
  const [first] = all;
  if (!first) throw new Error("The bot has no workspace: name at least one folder.");
  const byId = new Map(all.map((workspace) => [workspace.id, workspace]));
  return {
    all,
    async of({ chat, topic }) {
      const bound =
        (await ledger.binding(chat, topic)) ??
        (topic === null ? undefined : await ledger.binding(chat, null));
      return (bound === undefined ? undefined : byId.get(bound)) ?? first;
    },
    named: (name) => all.find((w) => w.name.toLowerCase() === name.toLowerCase()) ?? byId.get(name),
    nameOf: (id) => byId.get(id)?.name ?? id,
  };
}

/** Folders of one name would be one to whoever types it: the second is "app 2". */
function distinct(given: readonly NamedWorkspace[]): NamedWorkspace[] {
  const times = new Map<string, number>();
  return given.map(({ id, name }) => {
    const time = (times.get(name.toLowerCase()) ?? 0) + 1;
    times.set(name.toLowerCase(), time);
    return { id, name: time === 1 ? name : `${name} ${time}` };
  });
}
