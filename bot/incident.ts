// Faults of what the bot stands on, and of itself: reported once where they happen, never thrown past a loop.
// Refuses to carry a URL or a token: errors of the network arrive rebuilt.

export type Incident = {
  kind: "poll" | "update" | "turn" | "lane" | "landing" | "outbox" | "telegram" | "gap";
  text: string;
  error?: unknown;
};

/** An incident with its time, as /status lists it. */
export type DatedIncident = Incident & { at: number };

export type OnIncident = (incident: Incident) => void;
