// The message being typed, kept by the browser over a reload. Promises an empty one when the browser keeps nothing.
// Refuses to fail: a browser without storage still has a chat.

const KEY = "handrail-draft";

export function readDraft() {
  try {
    const { text = "", replyTo } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { text: String(text), replyTo: Number.isSafeInteger(replyTo) ? replyTo : undefined };
  } catch {
    return { text: "", replyTo: undefined };
  }
}

export function storeDraft({ text, replyTo }) {
  try {
    if (text === "" && replyTo === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ text, replyTo }));
  } catch {
    // Nothing is lost that was not going to be: the entry itself still holds the text.
  }
}
