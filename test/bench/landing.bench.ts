// From the tap to the receipt in the chat: the whole way through the strict server, inbox, decision, landing on
// disk and the card's edit, over and over in one running bot.

import { openRig } from "../bot/story-rig.ts";
import { call, say, startScriptedModel } from "../servers/scripted-model.ts";
import { type BenchRow, median, percentile } from "./bench.ts";

const ROUNDS = 20;

export async function bench(): Promise<BenchRow[]> {
  const script = Array.from({ length: ROUNDS }, (_, i) => [
    call("write_file", { path: `note-${i}.txt`, content: `note ${i}\n` }),
    say(`Wrote note-${i}.txt.`),
  ]).flat();
  await using model = await startScriptedModel({ script });
  await using rig = await openRig({ modelUrl: model.baseUrl });
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const asked = rig.say(`write note ${i}`);
    const card = await rig.hear(new RegExp(`note-${i}\\.txt`), { after: asked, button: "Apply" });
    const began = performance.now();
    const tap = rig.tap(card, "Apply");
    await rig.hear(new RegExp(`generation ${i + 1}\\b`, "i"), { button: "Undo" });
    times.push(performance.now() - began);
    await tap;
  }
  return [
    { name: "tap to landed receipt, median", value: median(times), unit: "ms", op: "<", target: 100 },
    { name: "tap to landed receipt, p90", value: percentile(times, 90), unit: "ms" },
  ];
}
