// A server in a process of its own, for the test that kills it. Promises its address on the first line of stdout.
// Refuses to end by itself.

import { startTelegramServer } from "../../../../bot/playground/telegram-server/server.ts";
import { systemClock } from "../../../../store/clock.ts";
import { ann } from "./rig.ts";

const [, , statePath = "", token = ""] = process.argv;
const server = await startTelegramServer({ token, clock: systemClock, statePath });
server.person.addUser(ann);
server.person.openPrivate(ann.id);
process.stdout.write(`${server.apiRoot}\n`);
