// Who did it, in records and events (`by`, `approved_by`, `cancelled_by`, `changed_by`, `corrected_by`).
import { afterAll, beforeEach, expect, it } from "vitest";
import { connect } from "#shared/platform/wiring/database.ts";
import { type Ask, asking, inMs } from "#test/support/client.ts";
import { aMember } from "#test/support/members.ts";
import { runSystem } from "#test/support/running-system.ts";

const system = await runSystem();
afterAll(() => system.stop());
beforeEach(async () => void (await (await connect()).raw.collection("rateLimits").deleteMany({})));

const desk = await system.connect("desk@sandbox.test");
const member = (name: string, role = "member") => aMember(system, system.call, { role, mailbox_ids: [desk] }, name);
const [anna, bert] = [await member("Anna"), await member("Bert")];
const later = { mailbox_id: desk, to: "jane@sandbox.test", subject: "Hi", body_text: "Hello", scheduled_at: inMs(3_600_000) };
const ok = async (ask: Ask, method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) => {
  const answer = await ask(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const record = (id: string) => ok(system.call, "GET", `/v1/send/${id}`);
/** The last event of a type about a record. */
const eventOf = async (type: string, id: string) =>
  (await ok(system.call, "GET", `/v1/events?type=${type}&latest=true`)).events.findLast(
    ({ data }: { data: { id: string } }) => data.id === id,
  )?.data;

it("is written into an email by whoever writes, edits, approves and cancels it, and into its events", async () => {
  const { id } = await ok(anna.ask, "POST", "/v1/send", { ...later, hold: true, by: undefined });
  expect(await record(id)).toMatchObject({ by: "Anna", approved_by: "", cancelled_by: "" });
  const { revision } = await ok(bert.ask, "PATCH", `/v1/send/${id}`, { subject: "Hello", revision: 1 });
  expect(await record(id)).toMatchObject({ by: "Bert", revision: 2 });
  expect(await eventOf("send.edited", id)).toMatchObject({ by: "Bert" });
  await ok(anna.ask, "POST", `/v1/send/${id}/approve`, { revision });
  expect(await eventOf("send.approved", id)).toMatchObject({ by: "Bert", approved_by: "Anna" });
  await ok(bert.ask, "POST", `/v1/send/${id}/cancel`, {});
  expect(await record(id)).toMatchObject({ by: "Bert", approved_by: "Anna", cancelled_by: "Bert" });
  expect(await eventOf("send.cancelled", id)).toMatchObject({ cancelled_by: "Bert" });

  const rejected = await ok(anna.ask, "POST", "/v1/send", { ...later, hold: true });
  await ok(bert.ask, "POST", `/v1/send/${rejected.id}/cancel`, { reason: "Too early" });
  expect(await eventOf("send.rejected", rejected.id)).toMatchObject({ by: "Anna", cancelled_by: "Bert", reject_reason: "Too early" });
  const { results } = await ok(anna.ask, "POST", "/v1/send/batch", { emails: [later, later] });
  const ids = results.map((one: { id: string }) => one.id);
  await ok(bert.ask, "POST", "/v1/send/cancel", { ids });
  for (const one of ids) expect(await record(one)).toMatchObject({ by: "Anna", cancelled_by: "Bert" });
  const draft = await ok(anna.ask, "POST", "/v1/send", { mailbox_id: desk, to: later.to, subject: "Hi", draft: true });
  expect((await ok(bert.ask, "GET", "/v1/logs?waiting_for=draft"))[0]).toMatchObject({ id: draft.id, by: "Anna" });
});

it("is a key's name, or its id where it has none, and is not for a request to choose", async () => {
  const { body: key } = await system.call("POST", "/v1/api-keys", { name: "The shop", scopes: ["send", "read"] });
  const named = await ok(asking(system, key.token), "POST", "/v1/send", later);
  expect(await record(named.id)).toMatchObject({ by: "The shop" });
  const other = await system.connect("other@sandbox.test", {}, system.callAsOther);
  const nameless = await ok(system.callAsOther, "POST", "/v1/send", { ...later, mailbox_id: other, hold: true });
  const [{ key_id: id }] = (await ok(system.callAsOther, "GET", "/v1/audit-log?action=login")).entries;
  expect((await ok(system.callAsOther, "GET", `/v1/send/${nameless.id}`)).by).toBe(id);
  expect((await anna.ask("POST", "/v1/send", { ...later, by: "Bert" })).status).toBe(400);
});

it("is written into a conversation until mail changes it, and into corrections until they are taken back", async () => {
  system.put("desk@sandbox.test", "A question", { From: "p1@peer.test", To: "desk@sandbox.test" });
  system.put("desk@sandbox.test", "More", { From: "p1@peer.test", To: "desk@sandbox.test", "In-Reply-To": "<A.question@peer.test>" });
  const { messages } = await system.pull(desk);
  const [more, question] = messages as [{ id: string; thread_id: string }, { id: string }];
  const thread = `/v1/inbox/threads/${more.thread_id}`;
  expect((await ok(anna.ask, "GET", thread)).thread.changed_by).toBe("");
  expect(await ok(anna.ask, "PATCH", thread, { assigned_to: "Bert" })).toMatchObject({ changed_by: "Anna" });
  expect(await ok(bert.ask, "PATCH", thread, { assigned_to: "Bert", is_read: true })).toMatchObject({ changed_by: "Anna" });
  expect(await ok(bert.ask, "PATCH", thread, { state: "done" })).toMatchObject({ changed_by: "Bert" });
  expect(await eventOf("thread.changed", more.thread_id)).toMatchObject({ by: "api", changed_by: "Bert", state: "done" });

  const answered = { kind: "reply", intent: "question" };
  expect(await ok(anna.ask, "PATCH", `/v1/inbox/messages/${question.id}`, answered)).toMatchObject({ intent_by: "person" });
  expect(await ok(system.call, "PATCH", `/v1/inbox/messages/${question.id}`, { intent: "not_now" })).toMatchObject({ intent_by: "api" });
  await ok(anna.ask, "DELETE", `/v1/inbox/messages/${question.id}/correction`);
  expect(await ok(anna.ask, "PATCH", `/v1/inbox/messages/${question.id}`, { kind: "bulk" })).toMatchObject({ corrected_by: "Anna" });
  expect(await eventOf("message.corrected", question.id)).toMatchObject({ corrected_by: "Anna" });
  await ok(bert.ask, "DELETE", `/v1/inbox/messages/${question.id}/correction`);
  expect((await ok(bert.ask, "GET", `/v1/inbox/messages/${question.id}`)).corrected_by).toBe("");
  await ok(bert.ask, "POST", `${thread}/split`, { message_ids: [more.id] });
  expect((await ok(anna.ask, "GET", `/v1/inbox/messages/${more.id}`)).corrected_by).toBe("Bert");

  system.put("desk@sandbox.test", "Once more", { From: "p1@peer.test", To: "desk@sandbox.test", "In-Reply-To": "<A.question@peer.test>" });
  await system.pull(desk);
  expect((await ok(anna.ask, "GET", thread)).thread).toMatchObject({ state: "open", changed_by: "" });
});
