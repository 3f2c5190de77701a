// The verbs with which a draft says what was done, by what the log must have to bear them out. Promises every form of each
// verb, made from one row. Refuses verbs of thinking and telling: "I found that" is nothing that a log can contradict.

/** What a verb does with the files around it. */
export type VerbClass =
  /** A file that was not there before. */
  | "create"
  | "delete"
  /** From here to there: both change. */
  | "move"
  /** The file that is named after it, or in which it happened. */
  | "modify"
  /** One thing into another: only the other changes. */
  | "put"
  /** Something new is made of what stays as it is. */
  | "derive"
  /** Only with "changes", "edits" and the like. */
  | "make"
  | "look"
  | "receive"
  | "run"
  | "land";

export type VerbForm = {
  verb: string;
  class: VerbClass;
  past: boolean;
  participle: boolean;
  base: boolean;
  ing: boolean;
  /** Any verb that no row has: it counts in the writer's own voice alone. */
  loose: boolean;
  /** A file may be its subject: "main.js gained a guard". */
  receives: boolean;
};

const rows: readonly { class: VerbClass; verbs: string }[] = [
  { class: "create", verbs: "create recreate generate scaffold write author bootstrap" },
  { class: "delete", verbs: "delete remove erase drop eliminate purge unlink discard scrap" },
  { class: "move", verbs: "rename move relocate" },
  {
    class: "modify",
    verbs:
      "update modify change edit refactor fix adjust alter amend tweak revise rework rewrite restructure reorganize reorganise " +
      "reorder reformat format simplify shorten optimize optimise improve enhance extend expand correct repair patch polish clean tidy " +
      "trim strip refine upgrade downgrade bump modernize modernise overhaul overwrite override replace swap switch toggle " +
      "enable disable configure customize customise set reset rebuild regenerate reimplement implement finish complete " +
      "document annotate comment type-annotate guard wrap unwrap decouple encapsulate isolate parametrize parameterize " +
      "parametrise parameterise generalize generalise normalize normalise standardize standardise unify streamline deduplicate " +
      "dedupe flatten inline split separate sort group convert migrate transform translate localize localise rewire restore " +
      "revert undo redo increase decrease raise lower reduce resize rescale recolor recolour restyle style resolve address handle " +
      "touch save store stage populate fill cut align center centre indent harden secure debounce throttle memoize cache " +
      "deprecate instrument define redefine declare initialize initialise assign adapt rearrange adopt retype " +
      "apply introduce default cap clamp round tighten loosen widen narrow rephrase reword renumber relabel " +
      "retitle shrink condense prune squash hoist unroll minify prettify beautify solve remedy empty truncate clear turn give " +
      "break bring hide throw tear draw lay feed weave stick hang shut close work modularize modularise modernize componentize abstract alias " +
      "namespace vendor pin unpin whitelist blacklist allowlist sanitize sanitise escape parse serialize serialise encode sync synchronize " +
      "synchronise mock seed scope retheme redesign relocate rotate sharpen silence mute suppress bypass batch chunk paginate preload prefetch " +
      "precompute crop animate position reposition decorate tag label number internationalize internationalise strengthen fortify soften smooth " +
      "darken lighten brighten dim recolour enlarge double halve triple speed accelerate boost harmonize harmonise unite dissolve shift reverse invert " +
      "flip negate activate deactivate unregister unhook detach disconnect uninstall deregister retire chop slash shave gut craft compose " +
      "finalize finalise polish seal mend rectify sort iron squash cover lock unlock freeze flesh round fill parallelize parallelise " +
      "vectorize vectorise localise symlink dockerize dockerise containerize rebase backport retrofit refit rewire regroup renumber mirror retarget repoint",
  },
  {
    class: "put",
    verbs:
      "add insert append prepend include import export register attach bind connect hook wire link embed mount inject integrate " +
      "incorporate install load expose reference nest place put paste plug re-export reexport inject plumb thread provide",
  },
  {
    class: "derive",
    verbs: "extract copy duplicate port merge combine consolidate factor pull derive clone fork produce",
  },
  { class: "make", verbs: "make perform carry do accomplish take deal use" },
  {
    class: "look",
    verbs:
      "read reread re-read review inspect examine open study scan analyze analyse view skim check recheck re-check double-check " +
      "cross-check crosscheck verify look find see search consult query browse grep google trace explore investigate research validate confirm " +
      "go walk dig peruse revisit compare fetch retrieve",
  },
  {
    class: "run",
    verbs:
      "run rerun re-run test retest re-test execute launch lint benchmark profile build start unit-test smoke-test type-check typecheck " +
      "debug exercise compile try measure time",
  },
  { class: "receive", verbs: "receive gain get lose" },
  { class: "land", verbs: "land submit commit push deploy publish approve accept" },
];

/** Past and participle, where the rule does not make them. */
const irregular: Readonly<Record<string, readonly [string, string]>> = {
  write: ["wrote", "written"],
  rewrite: ["rewrote", "rewritten"],
  overwrite: ["overwrote", "overwritten"],
  override: ["overrode", "overridden"],
  make: ["made", "made"],
  do: ["did", "done"],
  redo: ["redid", "redone"],
  give: ["gave", "given"],
  get: ["got", "got"],
  lose: ["lost", "lost"],
  undo: ["undid", "undone"],
  build: ["built", "built"],
  rebuild: ["rebuilt", "rebuilt"],
  put: ["put", "put"],
  set: ["set", "set"],
  reset: ["reset", "reset"],
  cut: ["cut", "cut"],
  split: ["split", "split"],
  read: ["read", "read"],
  reread: ["reread", "reread"],
  "re-read": ["re-read", "re-read"],
  run: ["ran", "run"],
  rerun: ["reran", "rerun"],
  "re-run": ["re-ran", "re-run"],
  go: ["went", "gone"],
  find: ["found", "found"],
  see: ["saw", "seen"],
  break: ["broke", "broken"],
  bring: ["brought", "brought"],
  hide: ["hid", "hidden"],
  throw: ["threw", "thrown"],
  tear: ["tore", "torn"],
  draw: ["drew", "drawn"],
  lay: ["laid", "laid"],
  feed: ["fed", "fed"],
  weave: ["wove", "woven"],
  stick: ["stuck", "stuck"],
  hang: ["hung", "hung"],
  shut: ["shut", "shut"],
  freeze: ["froze", "frozen"],
  speed: ["sped", "sped"],
  take: ["took", "taken"],
  deal: ["dealt", "dealt"],
  dig: ["dug", "dug"],
  shrink: ["shrank", "shrunk"],
  bind: ["bound", "bound"],
};
const doubled = new Set(
  "drop swap trim strip wrap unwrap format reformat map pin pad fit flip slot snap stub tag trim zip unzip scrap unpin dim plan pop log transfer plan refer skip grep scan skim plug ship commit put set reset cut split run rerun re-run dig debug cap".split(
    " ",
  ),
);

export const forms: ReadonlyMap<string, VerbForm> = tabled();

const LOOSE: VerbForm = {
  verb: "",
  class: "modify",
  past: true,
  participle: true,
  base: false,
  ing: false,
  receives: false,
  loose: true,
};

/** Past forms that change nothing, whoever says them. */
const IDLE = new Set(
  (
    "noticed considered wanted needed tried decided wondered discussed described explained mentioned listed noted assumed believed suggested " +
    "proposed recommended planned intended expected hoped asked answered referred reported pointed counted compared identified located learned " +
    "realized realised remembered discovered concluded determined figured stopped continued failed skipped ignored preferred relied focused " +
    "waited encountered received observed stayed avoided quoted cited summarized summarised outlined sketched drafted showed included recalled " +
    "guessed thanked wished called loaded based related caused needed required allowed appeared happened seemed liked loved mistook misread " +
    "misunderstood followed helped looked passed returned stated said concerned interested supposed confused puzzled detected spotted inferred " +
    "understood remained watched highlighted flagged requested attempted managed finished started opened prepared tracked gathered collected " +
    "covered picked selected evaluated assessed weighed estimated calculated computed debated rejected declined refused approved agreed disagreed " +
    "demonstrated illustrated clarified specified shared provided offered promised ensured assured double-checked touched-on matched viewed named " +
    "hesitated worried anticipated predicted imagined pictured respected honored honoured obeyed embed need speed feed exceed indeed proceed succeed " +
    "red bed seed shed wed hundred"
  ).split(" "),
);

/** The form of any word that may be a verb of doing. */
export function formOf(word: string): VerbForm | undefined {
  const known = forms.get(word);
  if (known !== undefined) return known;
  return word.length > 5 && word.length < 24 && /^[a-z]+(?:-[a-z]+)?ed$/.test(word) && !IDLE.has(word)
    ? LOOSE
    : undefined;
}

function tabled(): Map<string, VerbForm> {
  const all = new Map<string, VerbForm>();
  for (const row of rows) {
    for (const verb of row.verbs.split(/\s+/)) for (const form of formsOf(verb, row.class)) put(all, form);
  }
  return all;
}

type Form = VerbForm & { word: string };

function put(all: Map<string, VerbForm>, { word, ...form }: Form): void {
  const other = all.get(word);
  if (other === undefined) all.set(word, form);
  else if (other.verb === form.verb)
    all.set(word, {
      ...other,
      past: other.past || form.past,
      participle: other.participle || form.participle,
      base: other.base || form.base,
      ing: other.ing || form.ing,
    });
}

function formsOf(verb: string, kind: VerbClass): Form[] {
  const [past, participle] = irregular[verb] ?? [regular(verb, "ed"), regular(verb, "ed")];
  const no = {
    verb,
    class: kind,
    past: false,
    participle: false,
    base: false,
    ing: false,
    receives: kind === "receive",
    loose: false,
  };
  return [
    { ...no, word: verb, base: true },
    { ...no, word: past, past: true },
    { ...no, word: participle, participle: true },
    { ...no, word: regular(verb, "ing"), ing: true },
  ];
}

function regular(verb: string, ending: "ed" | "ing"): string {
  if (doubled.has(verb)) return `${verb}${verb.at(-1) ?? ""}${ending}`;
  if (/[^aeiou]y$/.test(verb) && ending === "ed") return `${verb.slice(0, -1)}ied`;
  if (/(?:ee|oe|ye)$/.test(verb)) return ending === "ed" ? `${verb}d` : `${verb}ing`;
  if (verb.endsWith("e")) return `${verb.slice(0, -1)}${ending}`;
  return `${verb}${ending}`;
}
