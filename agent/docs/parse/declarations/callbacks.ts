// Types of functions that a page gives a name (`type Handler = (event: Event) => void`): whoever takes one is told what its
// function is handed. Promises the declared words of the function in place of the name. Refuses generic ones: what those
// are handed is said where they are used.

import type { Callable, World } from "./model.ts";
import { bare, typeText } from "./scope.ts";
import type { Source } from "./source.ts";

/** `Handler`, `Handler | undefined`. */
const WHOLE = /^([\w$.]+)((?:\s*\|\s*(?:undefined|null|void))*)$/;

export function spellCallbacks({ declared }: World, source: Source): void {
  const words = new Map<string, string>();
  for (const { name, alias, heads } of declared.values()) {
    const type = alias ? bare(alias.node) : null;
    if (alias && type?.type === "TSFunctionType" && !heads.some((head) => head.startsWith(`type ${name}<`)))
      words.set(name, typeText(source, alias.scope, type));
  }
  if (words.size === 0) return;
  const spelled = (type: string): string => {
    const [, name = "", rest = ""] = WHOLE.exec(type) ?? [];
    const found = words.get(name);
    if (found === undefined) return type;
    return rest === "" ? found : `(${found})${rest}`;
  };
  const spellParams = (calls: readonly Callable[]): void => {
    for (const { params } of calls)
      for (const param of params) if (param.type !== undefined) param.type = spelled(param.type);
  };
  for (const { members, calls, constructors } of declared.values()) {
    spellParams([...calls, ...constructors]);
    for (const member of members) {
      if (member.call) spellParams([member.call]);
      else if (member.valueType !== null) member.valueType = spelled(member.valueType);
    }
  }
}
