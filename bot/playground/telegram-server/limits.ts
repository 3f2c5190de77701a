// Every number that this server enforces, in one table. Promises that no rule elsewhere carries a figure of its own.
// Three kinds: what Telegram documents, what it does in practice without documenting it, and where we are stricter.

const MB = 1024 * 1024;

export const limits = {
  /** Documented. Lengths are UTF-16 units after entity parsing unless the name says otherwise. */
  text: 4096,
  caption: 1024,
  callbackAnswer: 200,
  quote: 1024,
  callbackDataBytes: 64,
  copyText: 256,
  placeholder: 64,
  commands: 100,
  commandName: 32,
  commandDescription: 256,
  secretToken: 256,
  uploadBytes: 50 * MB,
  photoBytes: 10 * MB,
  photoSides: 10_000,
  photoRatio: 20,
  downloadBytes: 20 * MB,
  updatesPerPoll: 100,
  reactionsPerMessage: 1,
  deleteWithinMs: 48 * 3_600_000,
  updatesKeptMs: 24 * 3_600_000,
  draftShownMs: 30_000,
  chatActionShownMs: 5_000,
  webhookPorts: [443, 80, 88, 8443],

  /** Practice: nobody documents these, everybody meets them. */
  pollTimeoutSeconds: 50,
  buttons: 100,
  buttonsPerRow: 8,
  entities: 100,
  callbackWindowMs: 30_000,
  entityBound: 1_000_000,
  fileStem: 60,
  fileExtension: 20,

  /** Documented as "about": one message a second in a chat, 20 a minute in a group, 30 a second in all. */
  pace: {
    chat: { perMs: 1 / 1_000, burst: 3 },
    edits: { perMs: 1 / 1_000, burst: 5 },
    group: { perMs: 20 / 60_000, burst: 20 },
    all: { perMs: 30 / 1_000, burst: 30 },
    penaltyMs: 3_000,
  },

  /** Ours: room for the fields around an upload, calls remembered, idle connections kept. */
  bodyOverheadBytes: 1 * MB,
  rememberedCalls: 50_000,
  keepAliveMs: 65_000,
} as const;
