// The small words that decide what a sentence claims, by what they do in it. Promises English only. Refuses verbs: those
// are in verbs.ts.

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((w) => w !== ""));

/** The writer. */
export const OWN = set("i we");
export const OWN_PERFECT = set("i've i’ve we've we’ve ive");

export const HAVE = set("have has had 've ’ve having");
export const PERFECT = set("has have had it's it’s there's that's haven't hasn't hadn't");
export const WAS = set("was were got wasn't weren't wasn’t weren’t");
export const IS = set("is are isn't aren't 's ’s it's it’s that's they're");

/** Between a subject and its verb, or before a verb at the start, these change nothing. */
const ADVERBS = set(
  "now also just already then first firstly second secondly third finally lastly next only even both since therefore " +
    "here all each so instead again too further once simply as well accordingly thus subsequently ago in turn afterwards " +
    "later meanwhile still indeed actually really further additionally furthermore moreover newly freshly together " +
    "quickly ✅ okay ok yes done great sure alright",
);
const NOT_ADVERBS = set(
  "only apply supply reply multiply rely assembly family fly july ally early likely unlikely",
);

/** Said of what the writer does not know. */
export const HEDGES = set(
  "probably presumably possibly perhaps maybe apparently supposedly allegedly likely seemingly reportedly evidently arguably",
);

export function isAdverb(word: string): boolean {
  if (ADVERBS.has(word)) return true;
  return word.length > 4 && word.endsWith("ly") && !NOT_ADVERBS.has(word);
}

export const NOT = set(
  "not never no none nothing neither nor hardly barely without cannot can't can’t couldn't couldn’t didn't didn’t don't " +
    "don’t doesn't haven't haven’t hasn't hasn’t hadn't hadn’t wasn't wasn’t weren't weren’t isn't aren't won't wouldn't " +
    "unable failed nobody",
);

/** What is wished, possible or to come, is not done. */
export const MODAL = set(
  "will would should could can may might must shall i'll i’ll we'll we’ll i'd i’d we'd we’d you'll it'll they'll ought " +
    "want wants need needs needed let let's let’s going plan plans planned intend intended wish wishes wished propose proposed suggest " +
    "suggested recommend recommended try tried trying attempt attempted hope hoped expect expected wanted",
);

/** Opens a clause whose truth the writer does not vouch for. */
export const IF = set(
  "if unless whether until till assuming suppose supposing provided lest whenever wherever once imagine pretend suppose whatever whichever wish",
);
/** These vouch for a simple past ("after I updated"), but not for a perfect or a passive ("when it has been updated"). */
export const WHEN = set("when after before while where day time moment way");
/** Said as a reason, a passive tells how things came to be. */
export const WHY = set("since because as");

/** Somebody, or something, says so: and not the writer. */
export const SAYS = set(
  "says said states stated mentions mentioned claims claimed shows showed notes documents describes described reports " +
    "reported indicates indicated suggests tells told explains explained implies appears seems seemed apparently probably " +
    "presumably perhaps maybe possibly supposedly allegedly looks sounds hear heard noticed " +
    "see saw turns understanding means mean found discovered learned understand understood observed realized realised remember recall asked asks wonder ensure " +
    "ensures make-sure according",
);

/** Said of oneself, these make no plan of "I updated", but leave "it was updated" open. */
export const THINKS = set("think thought believe believed assume assumed guess guessed suspect suspected");

/** Ends what a verb is said of. */
export const SUBORDINATORS = set(
  "so that which who whom whose where when whenever because since while whereas although though after before until unless " +
    "if once hence therefore thus how why what whether but however otherwise making allowing ensuring causing letting " +
    "enabling meaning resulting leaving keeping giving",
);

/** A finite verb: what stood before it was its subject. */
export const FINITE = set(
  "is are was were has have had will would should could can may might must does do did isn't aren't wasn't weren't won't " +
    "comes come goes go needs need contains looks exists belongs lives sits remains shows",
);
/** A subject, or a verb that may be a noun as well: another statement begins. */
export const RESTARTS = set(
  "now it it's it’s they they're he she there there's i i'm i’m i've i’ve we we've we’ve you you'll you're",
);
export const PLURALS = set("uses works loads runs imports calls handles exports reads");

/** Says what the main verb's clause is not about. */
export const EXCEPT = set(
  "not except without excluding instead rather besides unlike leaving beyond apart aside nor",
);

/** After these a file is what was changed; after the others it is only spoken of. */
export const INTO = set("to in into inside within on onto at across throughout under over through");
export const ABOUT = set(
  "for about with using via by than like per against as based following regarding concerning beside due near above below alongside between among outside towards toward behind",
);

export const DETERMINERS = set(
  "the a an both all each every its my our your their this that these those new existing some any one two three four five " +
    "six seven eight nine ten several many few various following same other another top bottom end start beginning main",
);

/** In "the main.js import" the file is not what was changed. */
export const MENTIONING = set(
  "import imports reference references path paths tag tags entry entries call calls link links mention mentions include includes " +
    "dependency dependencies url src require usage usages name filename names users callers consumers api support " +
    "section",
);
/** "a reference to main.js", "access to main.js" */
export const POINTING = set(
  "reference references link links path paths access pointer pointers mention mentions connection relative " +
    "compared similar identical equal close according due back next prior respect regard addition fallback available accessible visible known exposed requires redirect redirects",
);
/** "fixed the call to main.js", but "added the call to main.js" */
export const CALLING = set("call calls import imports");
/** "the use of main.js" is elsewhere; "the end of main.js" is in it. */
export const OF_OTHERS = set(
  "use usage usages uses import imports name names path paths copy version mention mentions reference references instead because " +
    "kind sort caller callers user users independent ahead favor favour spite case lot number instance instances knowledge absence " +
    "presence outside consumer consumers variant clone fork analogue analog equivalent style format spirit likes output result results",
);

export const NUMBERS: ReadonlyMap<string, number> = new Map([
  ["both", 2],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
  ["six", 6],
  ["seven", 7],
  ["eight", 8],
  ["nine", 9],
  ["ten", 10],
  ["eleven", 11],
  ["twelve", 12],
]);

export const FOLLOWING = set("also then finally lastly additionally as well too accordingly respectively");
export const FILES = set(
  "file files module modules script scripts source sources stylesheet stylesheets component components page pages",
);
/** Between a number and what it counts. */
export const COUNTED = set(
  "new of the these those separate other small more additional existing different js javascript ts typescript html css project source requested remaining smaller focused dedicated affected",
);

export const CHANGES = set(
  "change changes edit edits modification modifications update updates adjustment adjustments improvement improvements fix fixes " +
    "tweak tweaks correction corrections addition additions refactoring refactor rename patch alteration alterations removal cleanup " +
    "replacement replacements migration work",
);
