// Serves the offline model on loopback, behind the protocol of a real one, so that nothing else of the bot knows
// which of the two it talks to. Refuses other hosts, as its server does.

import type { Clock } from "../../../store/clock.ts";
import { type ChatServer, startChatServer } from "./chat-server.ts";
import { offlineRespond } from "./model.ts";

export type OfflineModelOptions = { port?: number; apiKey?: string; clock: Clock };

export function startOfflineModel(options: OfflineModelOptions): Promise<ChatServer> {
  return startChatServer({ ...options, respond: offlineRespond, models: ["offline"] });
}
