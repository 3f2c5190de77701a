// Forms that no stem joins with their word: sent and send, children and child, biggest and big. Promises English as a
// dictionary has it. Refuses forms that are words of their own in documentation (left, bound, lower).

const FORMS = `
pay paid, send sent, build built, draw drew drawn, write wrote written, choose chose chosen, find found, keep kept, show shown,
begin began begun, break broke broken, take took taken, give gave given, hold held, sell sold, buy bought, speak spoke spoken,
throw threw thrown, forget forgot forgotten, freeze froze frozen, grow grew grown, know knew known, lose lost, mean meant,
see saw seen, seek sought, shake shaken, shrink shrank shrunk, slide slid, sleep slept, strike struck, sweep swept, teach taught,
tell told, think thought, understand understood, wake woke woken, withdraw withdrew withdrawn, hide hid hidden, run ran,
spin spun, stick stuck, swing swung, bring brought, catch caught, come came, become became, do did done, drive drove driven,
eat ate eaten, fall fell fallen, fight fought, fly flew flown, get got gotten, go went gone, have had, hear heard, lend lent,
make made, ride rode ridden, ring rang rung, rise risen, say said, shoot shot, sing sang sung, sit sat, spend spent, stand stood,
steal stole stolen, swim swam, tear tore torn, win won, wear wore worn, deal dealt, feed fed, bend bent, bind, blow blew blown,
child children, person people, index indices indexes, vertex vertices, matrix matrices, criterion criteria, axis axes,
leaf leaves, half halves, shelf shelves, man men, woman women, foot feet, mouse mice, datum data, analysis analyses, basis bases,
big bigger biggest, large larger largest, small smaller smallest, high higher highest, long longer longest, wide wider widest,
close closer closest, near nearer nearest, late later latest, early earlier earliest, new newer newest, old older oldest,
fast faster fastest, slow slower slowest, thick thicker thickest, thin thinner thinnest, dark darker darkest, deep deeper deepest,
light lighter lightest, tall taller tallest, short shorter shortest, narrow narrower narrowest, strong stronger strongest
`;

/** The word that a form is of. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  FORMS.split(",").flatMap((line) => {
    const [word = "", ...forms] = line.trim().split(/\s+/);
    return forms.map((form): [string, string] => [form, word]);
  }),
);
