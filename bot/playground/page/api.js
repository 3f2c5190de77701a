// What the page asks of its server. Promises the server's own sentence when it refuses, and one of ours when it is
// not there. Refuses to try again by itself: a message sent twice is worse than one not sent.

async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", ...init });
  } catch (cause) {
    throw new Error("Handrail is not answering. Is it still running?", { cause });
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new Error(body.error ?? `The server answered ${response.status}.`);
}

const post = async (path, body) =>
  (
    await ask(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).json();

export const sendText = (text, replyTo) => post("api/send", { text, ...(replyTo ? { replyTo } : {}) });
export const editText = (id, text) => post("api/edit", { id, text });
export const tapButton = (id, data) => post("api/tap", { id, data });
export const stopDraft = () => post("api/stop-draft", {});

export async function sendFile(file, { caption = "", replyTo } = {}) {
  const query = new URLSearchParams({ name: file.name, caption });
  if (replyTo) query.set("replyTo", String(replyTo));
  const headers = { "content-type": "application/octet-stream" };
  return (await ask(`api/document?${query}`, { method: "POST", headers, body: file })).json();
}

export const fileAddress = (id) => `api/document?id=${id}`;
export const readFileText = async (id) => (await ask(fileAddress(id))).text();
export const earlierThan = async (id) => (await ask(`api/messages?before=${id}`)).json();
export const readCommands = async () => (await (await ask("api/commands")).json()).commands;

/** Whether the server is there and knows this page's address. */
export async function probe() {
  try {
    const { status } = await fetch("api/commands", { cache: "no-store" });
    return status === 404 || status === 403 ? "unknown" : "there";
  } catch {
    return "away";
  }
}
