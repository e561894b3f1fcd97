// The tour with openapi-fetch over the types of openapi-typescript. Compiled and run by test/clients/run.ts, beside what they generate.
import createClient from "openapi-fetch";
import { mailbox, settings, until } from "./tour.mjs";
import type { components, paths } from "./openapi-typescript.js";

const client = createClient<paths>({ baseUrl: settings.url, headers: { "X-API-Key": settings.key } });

const connect: components["schemas"]["ConnectMailbox"] = mailbox("fetch");
const { data: connected, error } = await client.POST("/v1/mailboxes", { body: connect });
if (!connected) throw new Error(`${error.type}: ${error.message}`);

const body: components["schemas"]["Email"] = {
  mailbox_id: connected.id,
  to: "reply.fetch@sandbox.test",
  subject: "Hello",
  body_text: "Shall we talk on Tuesday?",
};
const { data: accepted } = await client.POST("/v1/send", { body, params: { header: { "Idempotency-Key": "tour-fetch" } } });
if (!accepted) throw new Error("the email was not accepted");

const sent = await until("the send's state", async () => {
  const { data } = await client.GET("/v1/send/{id}/status", { params: { path: { id: accepted.id } } });
  return data?.status === "sent" ? data : undefined;
});
const reply = await until("a reply", async () => {
  const { data } = await client.GET("/v1/inbox/messages", { params: { query: { mailbox_id: connected.id, fresh: true } } });
  return data?.messages.find(({ kind, email_job_id }) => kind === "reply" && email_job_id === sent.id);
});
const { data: answered } = await client.POST("/v1/inbox/messages/{id}/reply", {
  params: { path: { id: reply.id } },
  body: { body_text: "At ten, then." },
});
const { data: conversation } = await client.GET("/v1/inbox/threads/{id}", { params: { path: { id: reply.thread_id } } });
if (answered?.to !== body.to || conversation?.thread.message_count === undefined) throw new Error("the conversation is not as expected");

const refused = await client.POST("/v1/send", { body: { ...body, to: "nobody" } });
if (refused.error?.type !== "invalid_fields") throw new Error("a bad address was not refused by type");
