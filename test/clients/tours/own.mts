// The tour with our own client, as it is packed and installed. Compiled and run by test/clients/run.ts.
import { attachment, createClient, type Email, InvalidFieldsError, type Message } from "@unified-inbox/client";
import { mailbox, settings, until } from "./tour.mjs";

const client = createClient({ baseUrl: settings.url, apiKey: settings.key });
const name = `own${settings.suffix}`;
const connected = await client.mailboxes.connect(mailbox(name));

const offer = await attachment("offer.txt", new Blob(["Ten apples"], { type: "text/plain" }));
const body: Email = {
  mailbox_id: connected.id,
  to: `reply.${name}@sandbox.test`,
  subject: "Hello",
  body_text: "Shall we talk on Tuesday?",
  attachments: [offer],
};
const accepted = await client.sends.create(body);
const sent = await client.waitFor(accepted, "sent");

const reply = await until("a reply", async () => {
  await client.messages.list({ mailbox_id: connected.id, fresh: true });
  const found: Message[] = [];
  for await (const message of client.messages.list({ mailbox_id: connected.id, kind: "reply", limit: 1 })) found.push(message);
  return found.find(({ email_job_id }) => email_job_id === sent.id);
});
const answered = await client.messages.reply(reply.id, { body_text: "At ten, then." });
const conversation = await client.threads.get(reply.thread_id);
if (answered.to !== body.to || conversation.thread.message_count === undefined) throw new Error("the conversation is not as expected");

const types: string[] = [];
for await (const event of client.events.list({ limit: 1 })) types.push(event.type);
if (!types.includes("send.sent") || !types.includes("message.received")) throw new Error("the feed is not as expected");

const refused: unknown = await client.sends.create({ ...body, to: "nobody" }).catch((error: unknown) => error);
if (!(refused instanceof InvalidFieldsError) || !JSON.stringify(refused.details).includes('"to"'))
  throw new Error("a bad address was not refused by type");
