// getMe, getUpdates and the webhook settings. Promises that a webhook and polling exclude each other. Refuses webhook
// addresses that Telegram would not call; it never calls one itself.

import { flag, integer, list, present, readFields, text } from "../fields.ts";
import { limits } from "../limits.ts";
import { badRequest } from "../refusal.ts";
import { wireBot } from "../wire.ts";
import { type Api, done, type Method } from "./method.ts";

export const getMe: Method = ({ world }, call) => {
  readFields({}, call);
  return {
    ...wireBot(world.bot),
    can_join_groups: true,
    can_read_all_group_messages: true,
    supports_guest_queries: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
  };
};

export const getUpdates: Method = async (api, call, signal) => {
  const fields = { offset: integer, limit: integer, timeout: integer, allowed_updates: list };
  const {
    offset = 0,
    limit = limits.updatesPerPoll,
    timeout = 0,
    allowed_updates,
  } = readFields(fields, call);
  if (limit < 1 || limit > limits.updatesPerPoll) throw badRequest("limit must be 1 to 100 (strict server)");
  if (timeout < 0) throw badRequest("timeout must not be negative (strict server)");
  const allowed = readAllowed(allowed_updates);
  if (allowed !== undefined) api.world.changeSettings({ allowedUpdates: allowed });
  return api.updates.poll({ offset, limit, timeoutSeconds: timeout }, signal);
};

const updateTypes = [
  "message",
  "edited_message",
  "channel_post",
  "edited_channel_post",
  "business_connection",
  "business_message",
  "edited_business_message",
  "deleted_business_messages",
  "guest_message",
  "stopped_message_generation",
  "message_reaction",
  "message_reaction_count",
  "inline_query",
  "chosen_inline_result",
  "callback_query",
  "shipping_query",
  "pre_checkout_query",
  "purchased_paid_media",
  "poll",
  "poll_answer",
  "my_chat_member",
  "chat_member",
  "chat_join_request",
  "chat_boost",
  "removed_chat_boost",
  "managed_bot",
  "subscription",
];

function readAllowed(values: readonly unknown[] | undefined): string[] | undefined {
  return values?.map((value) => {
    if (typeof value !== "string" || !updateTypes.includes(value)) {
      throw badRequest(`allowed_updates has an unknown type ${JSON.stringify(value)} (strict server)`);
    }
    return value;
  });
}

export const setWebhook: Method = (api, call) => {
  const fields = {
    url: text,
    max_connections: integer,
    allowed_updates: list,
    drop_pending_updates: flag,
    secret_token: text,
    ip_address: text,
  };
  const values = readFields(fields, call);
  const { url = "", secret_token = "x", max_connections = 40 } = values;
  if (url === "") return removeWebhook(api, values.drop_pending_updates ?? false);
  checkWebhookUrl(url);
  if (!/^[\w-]+$/.test(secret_token) || secret_token.length > limits.secretToken) {
    throw badRequest("secret token contains unallowed characters");
  }
  if (max_connections < 1 || max_connections > 100)
    throw badRequest("max_connections must be 1 to 100 (strict server)");
  const allowed = readAllowed(values.allowed_updates);
  if (values.drop_pending_updates) api.updates.dropAll();
  api.world.changeSettings({
    webhook: { url, ...present({ allowed }) },
    ...present({ allowedUpdates: allowed }),
  });
  api.updates.interrupt("terminated by setWebhook request");
  return done;
};

function checkWebhookUrl(url: string): void {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "https:")
    throw badRequest("bad webhook: An HTTPS URL must be provided for webhook");
  const port = parsed.port === "" ? 443 : Number(parsed.port);
  if (!limits.webhookPorts.some((allowed) => allowed === port)) {
    throw badRequest("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443");
  }
}

export const deleteWebhook: Method = (api, call) => {
  const { drop_pending_updates = false } = readFields({ drop_pending_updates: flag }, call);
  return removeWebhook(api, drop_pending_updates);
};

function removeWebhook({ world, updates }: Api, drop: boolean): true {
  if (drop) updates.dropAll();
  const { webhook: _removed, ...rest } = world.settings();
  world.replaceSettings(rest);
  return done;
}

export const getWebhookInfo: Method = ({ world, updates }, call) => {
  readFields({}, call);
  const { webhook, allowedUpdates } = world.settings();
  return {
    url: webhook?.url ?? "",
    has_custom_certificate: false,
    pending_update_count: updates.pending(),
    ...present({ allowed_updates: webhook?.allowed ?? allowedUpdates }),
  };
};
