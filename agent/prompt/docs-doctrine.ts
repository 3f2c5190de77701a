// The doctrine of the knowledge tools: which of them for what, and at what price. Promises to name only tools that are
// offered. Refuses sentences that could be searched for: whatever reads like a query is run as one.

export const NO_DOCS =
  "No documentation is configured: take names only from the project's own files, and say what you could not check.";

/** `tools` are the names of those that the request carries. */
export function docsDoctrine(tools: ReadonlySet<string>): string {
  const lines = rules.filter(({ needs }) => needs.every((name) => tools.has(name))).map(({ says }) => says);
  return ["The documentation of this engine is the only source on its interface:", ...lines].join("\n- ");
}

type Rule = { needs: string[]; says: string };

const rules: readonly Rule[] = [
  {
    needs: ["lookup_docs"],
    says: "lookup_docs takes a millisecond, is free and cannot invent. A name that you have is a fact check: use it for every name that you are about to write and have not seen in the docs or in this project.",
  },
  {
    needs: ["check_symbols"],
    says: "A write that brings in a name which does not exist is refused. check_symbols says so beforehand, free, for many names or a piece of code at once.",
  },
  {
    needs: ["rag_lookup"],
    says: "rag_lookup is for research, a how-to: about a thousand times dearer, limited in number, and its answer may hold names that do not exist; corrections beside it win.",
  },
  {
    needs: ["resolve_topic", "rag_lookup"],
    says: "When you do not know what the engine calls a thing, resolve_topic comes before rag_lookup.",
  },
  { needs: ["find_construct"], says: "find_construct says how a thing is declared, opened and closed." },
  {
    needs: ["lookup_docs"],
    says: "Put lookups as operations (load, iterate, group), not in the nouns of the request.",
  },
  {
    needs: ["lookup_docs"],
    says: "Writes that bring in names of the engine are refused until one lookup of this request has had a result.",
  },
  {
    needs: [],
    says: "A name that no lookup finds is not there for you, however right it looks: leave it out, and say that the documentation does not have it.",
  },
  { needs: [], says: "When you answer from the documentation, name the entry by its title." },
];
