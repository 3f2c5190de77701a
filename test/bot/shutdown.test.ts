// A bot that is stopped while a tap is on its way, taken, or being landed: the next start carries it out, once.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { call, say, startScriptedModel } from "../servers/scripted-model.ts";
import { openRig } from "./story-rig.ts";

test("a tap just before a shutdown is carried out before or after it, once", async () => {
  for (const afterMs of [0, 1, 2, 4, 8, 16]) {
    await using model = await startScriptedModel({
      respond: ({ messages }) =>
        messages.some((m) => m.role === "tool")
          ? say("Noted.")
          : call("write_file", { path: "noted.js", content: "var noted = 1;\n" }),
    });
    await using rig = await openRig({ modelUrl: model.baseUrl });
    const asked = rig.say("note it");
    const card = await rig.hear(/noted\.js/, { after: asked, button: "Apply" });

    // Its answer may be lost with the bot that took it; what it decided may not.
    void rig.tap(card, "Apply").catch(() => undefined);
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    await rig.stop();
    await rig.start();

    await rig.hear(/as generation 1\b/, { button: "Undo" });
    await rig.hear(/^Noted\.$/, { after: asked });
    assert.equal(await readFile(join(rig.workspace, "noted.js"), "utf8"), "var noted = 1;\n");
    const answers = rig.person.messages(rig.chat).filter((m) => m.text === "Noted.");
    assert.equal(answers.length, 1, `after ${afterMs} ms`);
  }
});
