// What comments say of types: `@type`, `@param`, `@returns` before the code that they are about. Promises the documented
// interface that a comment names. Refuses certainty: a comment may be older than its code, so nothing built on one holds
// a write.

import type { AnyNode, Comment } from "acorn";
import type { Surface } from "../docs/surface/surface.ts";
import type { Code } from "./code.ts";
import { type Typed, typedBy } from "./type-words.ts";

export type StatedTypes = {
  variable(statement: AnyNode): Typed | null;
  parameter(fn: AnyNode, name: string): Typed | null;
  returned(fn: AnyNode): Typed | null;
};

/** A comment that stands further off is about something else. */
const MAX_BETWEEN = 300;

export function statedTypes({ comments, text }: Code, surface: Surface): StatedTypes {
  const blocks = comments.filter(
    ({ type, value }) => type === "Block" && /@(?:type|param|returns?)\b/.test(value),
  );
  const before = (node: AnyNode): Comment | undefined => {
    const comment = blocks.findLast(({ end }) => end <= node.start);
    if (comment && node.start - comment.end > MAX_BETWEEN) return undefined;
    // `export`, `name =`, `key:` and modifiers may stand between.
    return comment &&
      /^[\s\w$.=:,()]*$/.test(text.slice(comment.end, node.start)) &&
      !/\n\s*\n/.test(text.slice(comment.end, node.start))
      ? comment
      : undefined;
  };
  const typeIn = (node: AnyNode, tag: RegExp): Typed | null => {
    if (blocks.length === 0) return null;
    const found = tag.exec(before(node)?.value ?? "");
    const words = found?.[1] ?? found?.[2];
    const type = words === undefined ? null : typedBy(words.replace(/^[?!]|=$/g, ""), surface);
    return type && { ...type, isSure: false };
  };
  return {
    variable: (statement) => typeIn(statement, /@type\s+\{([^{}]+)\}/),
    parameter: (fn, name) =>
      typeIn(
        fn,
        new RegExp(
          `@param\\s+(?:\\{([^{}]+)\\}|([A-Z]\\w*))\\s+\\[?${name.replace(/\$/g, "\\$&")}(?![\\w$])`,
        ),
      ),
    returned: (fn) => typeIn(fn, /@returns?\s+\{([^{}]+)\}/),
  };
}
