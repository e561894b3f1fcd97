// What a person corrects, as a client sees it (api/README.md, "Inbox").
import { afterAll, expect, it } from "vitest";
import { ABSENT, until } from "#test/support/client.ts";
import { runSystem } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());

it("corrects a message's kind and send, tells what the rules had said, takes it back, and parts and joins conversations", async () => {
  const address = "corrector@sandbox.test";
  const mailbox = await system.connect(address);
  const accepted = await system.call("POST", "/v1/send", { mailbox_id: mailbox, to: "jane@peer.test", subject: "Offer", body_text: "Hi" });
  const record = async () => (await system.call("GET", `/v1/send/${accepted.body.id}/status`)).body;
  const send = await until(async () => ((await record()).status === "sent" ? record() : undefined));
  system.put(address, "Re: Offer", { From: "jane@peer.test", To: address, "In-Reply-To": send.message_id });
  const { messages } = await system.pull(mailbox);
  const path = `/v1/inbox/messages/${messages[0].id}`;
  expect((await record()).replied_at).toBe(messages[0].received_at);

  const corrected = await system.call("PATCH", path, { kind: "auto_reply", email_job_id: "" });

  const ruled = { kind: "reply", email_job_id: send.id, thread_id: messages[0].thread_id };
  expect(corrected).toMatchObject({ status: 200, body: { kind: "auto_reply", email_job_id: "", explanation: { corrected: true, ruled } } });
  expect((await record()).replied_at).toBeUndefined();
  expect(await system.call("PATCH", path, {})).toMatchObject({ status: 400 });
  expect(await system.call("PATCH", path, { email_job_id: ABSENT })).toMatchObject({
    status: 400,
    body: { details: [{ field: "email_job_id" }] },
  });

  const parted = await system.call("POST", `/v1/inbox/threads/${messages[0].thread_id}/split`, { message_ids: [messages[0].id] });
  expect(parted).toMatchObject({ status: 200, body: { message_count: 1 } });
  expect(parted.body.id).not.toBe(messages[0].thread_id);
  const joined = await system.call("POST", `/v1/inbox/threads/${messages[0].thread_id}/merge`, { thread_id: parted.body.id });
  expect(joined).toMatchObject({ status: 200, body: { id: messages[0].thread_id, message_count: 2 } });

  expect((await system.call("DELETE", `${path}/correction`)).status).toBe(204);
  expect((await system.call("DELETE", `${path}/correction`)).status).toBe(404);
  expect((await system.call("GET", path)).body).toMatchObject({ kind: "reply", email_job_id: send.id, explanation: { corrected: false } });
  expect((await record()).replied_at).toBe(messages[0].received_at);
});

it("shows what an automatic answer tells, takes a person's word for it, and names every bad field", async () => {
  const address = "absent@sandbox.test";
  const mailbox = await system.connect(address);
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const headers = { From: "jane@peer.test", To: address, "Auto-Submitted": "auto-replied" };
  system.put(address, "Automatic reply: Offer", headers, { body: `I am out of the office until ${day}.` });
  const { messages } = await system.pull(mailbox);
  const path = `/v1/inbox/messages/${messages[0].id}`;
  expect(messages[0]).toMatchObject({
    kind: "auto_reply",
    auto_class: "away",
    returns_on: day,
    explanation: { auto_evidence: `I am out of the office until ${day}.` },
  });

  const corrected = await system.call("PATCH", path, { auto_class: "left" });

  const ruled = { kind: "auto_reply", auto_class: "away", returns_on: day };
  expect(corrected.body).toMatchObject({ auto_class: "left", returns_on: "", explanation: { corrected: true, ruled } });
  const [entry] = (await system.call("GET", `/v1/inbox/threads/${messages[0].thread_id}`)).body.messages;
  expect(entry).toMatchObject({ auto_class: "left", returns_on: "" });
  expect(await system.call("PATCH", path, { auto_class: "gone", returns_on: "2026-02-30" })).toMatchObject({
    status: 400,
    body: { details: [{ field: "auto_class" }, { field: "returns_on" }] },
  });
  expect(await system.call("PATCH", path, { kind: "reply", auto_class: "away", returns_on: day })).toMatchObject({
    status: 400,
    body: { details: [{ field: "auto_class" }, { field: "returns_on" }] },
  });
});

it("returns 403 when a key that may only read corrects, splits or merges; it may mark", async () => {
  const address = "reader@sandbox.test";
  const mailbox = await system.connect(address);
  system.put(address, "Hello", { From: "jane@peer.test", To: address });
  const { messages } = await system.pull(mailbox);
  const { body: key } = await system.call("POST", "/v1/api-keys", { name: "reader", scopes: ["read"] });
  const ask = (method: string, path: string, body: object) => system.call(method, `/v1/inbox/${path}`, body, { "x-api-key": key.token });
  const patch = (changes: object) => ask("PATCH", `messages/${messages[0].id}`, changes);
  const refused = { status: 403, body: { type: "insufficient_scope" } };

  expect(await patch({ kind: "bulk" })).toMatchObject(refused);
  expect(await ask("POST", `threads/${messages[0].thread_id}/split`, { message_ids: [messages[0].id] })).toMatchObject(refused);
  expect(await ask("POST", `threads/${messages[0].thread_id}/merge`, { thread_id: messages[0].thread_id })).toMatchObject(refused);
  expect(await patch({ is_read: true })).toMatchObject({ status: 200, body: { is_read: true, kind: "inbound" } });
});

it("shows what an answer means, takes another word for it, lists by it, and names every bad field", async () => {
  const address = "asked@sandbox.test";
  const mailbox = await system.connect(address);
  const { body: send } = await system.call("POST", "/v1/send", {
    mailbox_id: mailbox,
    to: "jane@peer.test",
    subject: "Offer",
    body_text: "Hi",
  });
  const { message_id: messageId } = await until(async () => {
    const { body } = await system.call("GET", `/v1/send/${send.id}/status`);
    return body.status === "sent" ? body : undefined;
  });
  const headers = { From: "jane@peer.test", To: address, "In-Reply-To": messageId };
  system.put(address, "Re: Offer", headers, { body: "Kindly take me off your list." });
  const { messages } = await system.pull(mailbox);
  const path = `/v1/inbox/messages/${messages[0].id}`;
  expect(messages[0]).toMatchObject({ kind: "reply", intent: "unsubscribe", intent_by: "rule" });
  const meaning = async (intent: string) =>
    (await system.call("GET", `/v1/inbox/messages?mailbox_id=${mailbox}&intent=${intent}`)).body.messages.map(
      ({ id }: { id: string }) => id,
    );
  expect([await meaning("unsubscribe"), await meaning("question")]).toEqual([[messages[0].id], []]);

  const corrected = await system.call("PATCH", path, { intent: "question" });

  expect(corrected).toMatchObject({
    status: 200,
    body: { intent: "question", intent_by: "api", explanation: { ruled: { intent: "unsubscribe" } } },
  });
  expect([await meaning("unsubscribe"), await meaning("question")]).toEqual([[], [messages[0].id]]);
  const [entry] = (await system.call("GET", `/v1/inbox/threads/${messages[0].thread_id}`)).body.messages.slice(-1);
  expect(entry).toMatchObject({ intent: "question", intent_by: "api" });
  for (const bad of [{ intent: "maybe" }, { intent: "" }, { kind: "bulk", intent: "question" }])
    expect(await system.call("PATCH", path, bad)).toMatchObject({ status: 400, body: { details: [{ field: "intent" }] } });
  expect(await system.call("GET", "/v1/inbox/messages?intent=maybe")).toMatchObject({
    status: 400,
    body: { details: [{ field: "intent" }] },
  });
  expect((await system.call("DELETE", `${path}/correction`)).status).toBe(204);
  expect((await system.call("GET", path)).body).toMatchObject({ intent: "unsubscribe", intent_by: "rule" });
});
