// The tour with the client that @hey-api/openapi-ts generates. Compiled and run by test/clients/run.ts, beside what it generates.
import { client } from "./hey-api/client.gen.js";
import {
  inboxGetThread,
  inboxListMessages,
  inboxReplyToMessage,
  mailboxesConnect,
  sendingGetStatus,
  sendingSend,
} from "./hey-api/sdk.gen.js";
import type { Email } from "./hey-api/types.gen.js";
import { mailbox, settings, until } from "./tour.mjs";

client.setConfig({ baseUrl: settings.url, headers: { "X-API-Key": settings.key } });

const { data: connected, error } = await mailboxesConnect({ body: mailbox("hey") });
if (!connected) throw new Error(`${error.type}: ${error.message}`);

const body: Email = { mailbox_id: connected.id, to: "reply.hey@sandbox.test", subject: "Hello", body_text: "Shall we talk on Tuesday?" };
const { data: accepted } = await sendingSend({ body, headers: { "Idempotency-Key": "tour-hey" } });
if (!accepted) throw new Error("the email was not accepted");

const sent = await until("the send's state", async () => {
  const { data } = await sendingGetStatus({ path: { id: accepted.id } });
  return data?.status === "sent" ? data : undefined;
});
const reply = await until("a reply", async () => {
  const { data } = await inboxListMessages({ query: { mailbox_id: connected.id, fresh: true } });
  return data?.messages.find(({ kind, email_job_id }) => kind === "reply" && email_job_id === sent.id);
});
const { data: answered } = await inboxReplyToMessage({ path: { id: reply.id }, body: { body_text: "At ten, then." } });
const { data: conversation } = await inboxGetThread({ path: { id: reply.thread_id } });
if (answered?.to !== body.to || conversation?.thread.message_count === undefined) throw new Error("the conversation is not as expected");

const refused = await sendingSend({ body: { ...body, to: "nobody" } });
if (refused.error?.type !== "invalid_fields") throw new Error("a bad address was not refused by type");
