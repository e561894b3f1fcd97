// Answers to what their writer has seen, and emails that can be taken back, as clients see them (api/README.md, "Replies, forwards, follow-ups").
import { afterAll, describe, expect, it } from "vitest";
import { ABSENT, fieldsOf, inMs } from "#test/support/client.ts";
import { runSystem } from "#test/support/running-system.ts";
import { aTestWorld } from "#test/support/test-world.ts";

const system = await runSystem();
afterAll(() => system.stop());

const post = (path: string, body: object) => system.call("POST", path, body);

/** A mailbox with one question of Jane's, in a conversation of its own. */
const asked = async (address: string) => {
  const mailbox = await system.connect(address);
  system.put(address, `About ${address}`);
  const [message] = (await system.pull(mailbox)).messages;
  return { address, mailbox, message: String(message.id), thread: String(message.thread_id) };
};
const later = { body_text: "Like this.", scheduled_at: inMs(3_600_000) };
const changed = (id: string) => ({ status: 409, body: { type: "conversation_changed", details: id } });

describe("an answer to what its writer has seen", () => {
  it("is refused by newer mail and by somebody's waiting answer, with the id to look at, whichever way it is given", async () => {
    const { address, mailbox, message, thread } = await asked("once@sandbox.test");
    const root = (await post("/v1/send", { mailbox_id: mailbox, to: "jane@peer.test", subject: "Own", ...later })).body.id as string;
    const ways = [`/v1/inbox/threads/${thread}/reply`, `/v1/inbox/messages/${message}/reply`];

    const first = await post(ways[0]!, { ...later, if_last_message_id: message });
    expect(first.status).toBe(200);
    for (const way of ways) {
      expect(await post(way, { ...later, if_last_message_id: message })).toMatchObject(changed(first.body.id));
      // Whoever has seen the waiting answer may write another one, and without the field nothing is asked.
      const second = await post(way, { ...later, if_last_message_id: first.body.id });
      expect([second.status, (await post("/v1/send/cancel", { ids: [second.body.id] })).status]).toEqual([200, 200]);
    }
    await post("/v1/send/cancel", { ids: [first.body.id] });
    system.put(address, "And", { "In-Reply-To": `<About.${address}@peer.test>`, Subject: `Re: About ${address}` });
    const { messages } = await system.pull(mailbox);
    const newer = messages.find((one: { id: string; thread_id: string }) => one.thread_id === thread && one.id !== message).id as string;
    for (const way of ways) expect(await post(way, { ...later, if_last_message_id: message })).toMatchObject(changed(newer));
    expect((await post(ways[1]!, { ...later, if_last_message_id: newer })).status).toBe(200);

    const before = await post(`/v1/send/${root}/reply`, {
      body_text: "And?",
      scheduled_after: "P1D",
      if_last_message_id: root,
    });
    expect(before.status).toBe(200);
    const after = await post(`/v1/send/${root}/reply`, { body_text: "And?", scheduled_after: "P2D", if_last_message_id: root });
    expect(after).toMatchObject(changed(before.body.id));
  });

  it("names a message of its own conversation, as an id; what begins no answer does not take the field", async () => {
    const { mailbox, message, thread } = await asked("named@sandbox.test");
    const other = await asked("other@sandbox.test");
    const reply = (id: unknown) => post(`/v1/inbox/threads/${thread}/reply`, { ...later, if_last_message_id: id });

    for (const id of ["", "jane", 7, null, message.slice(1), ABSENT, other.message, thread])
      expect([id, (await reply(id)).status, fieldsOf(await reply(id))]).toEqual([id, 400, ["if_last_message_id"]]);
    const email = { mailbox_id: mailbox, to: "jane@peer.test", subject: "Hi", body_text: "Hi", if_last_message_id: message };
    const refused = [
      await post("/v1/send", email),
      await post(`/v1/inbox/threads/${thread}/forward`, { to: "jo@peer.test", if_last_message_id: message }),
      await post(`/v1/inbox/messages/${message}/forward`, { to: "jo@peer.test", if_last_message_id: message }),
    ];
    for (const { status, text } of refused) expect([status, text.includes("if_last_message_id")]).toEqual([400, true]);
    expect((await post("/v1/send/batch", { emails: [email] })).text).toContain("if_last_message_id");
    expect((await system.call("GET", `/v1/logs?mailbox_id=${mailbox}`)).body).toEqual([]);
  });
});

describe("a draft of an answer", () => {
  const drafted = async (thread: string, more: object = {}) => {
    const { id, revision = 1 } = (await post(`/v1/inbox/threads/${thread}/reply`, { body_text: "Like this.", draft: true, ...more })).body;
    return { id: String(id), revision: Number(revision) };
  };
  const approve = ({ id, revision }: { readonly id: string; readonly revision: number }, more: object) =>
    post(`/v1/send/${id}/approve`, { revision, ...more });

  it("leaves once what its writer has seen is the newest: of two at the same moment one does, alone or among many", async () => {
    const { address, mailbox, message, thread } = await asked("drafts@sandbox.test");
    const seen = { if_last_message_id: message };
    const two = [await drafted(thread), await drafted(thread)];

    const answers = await Promise.all(two.map(async (draft) => ({ draft, ...(await approve(draft, seen)) })));
    const left = answers.filter(({ status }) => status === 200);
    const stays = answers.filter(({ status }) => status === 409);
    expect([left.length, stays.length]).toEqual([1, 1]);
    const [{ draft: first }, { draft: second, ...refused }] = [left[0]!, stays[0]!];
    expect(refused).toMatchObject(changed(first.id));
    const { body } = await post("/v1/send/approve", { items: [{ ...second, ...seen }] });
    expect(body.results).toMatchObject([{ type: "conversation_changed", details: first.id }]);

    system.put(address, "Stop", {
      "In-Reply-To": `<About.${address}@peer.test>`,
      From: "Jo <jo@new.test>",
      Subject: `Re: About ${address}`,
    });
    const { messages } = await system.pull(mailbox);
    const newer = messages.find(({ subject, id }: { subject: string; id: string }) => subject.startsWith("Re:") && id !== message)
      .id as string;
    expect(await approve(second, { if_last_message_id: first.id })).toMatchObject(changed(newer));
    expect((await approve(second, { if_last_message_id: newer })).status).toBe(200);
  });

  it("takes a message of its own conversation alone, and leaves all the same when it is told to", async () => {
    const { message, thread } = await asked("told@sandbox.test");
    const other = await asked("elsewhere@sandbox.test");
    const draft = await drafted(thread);
    for (const id of [other.message, ABSENT, "jane"])
      expect([id, fieldsOf(await approve(draft, { if_last_message_id: id }))]).toEqual([id, ["if_last_message_id"]]);
    const forward = (await post(`/v1/inbox/messages/${message}/forward`, { to: "jo@peer.test", draft: true })).body;
    expect(fieldsOf(await approve({ id: forward.id, revision: 1 }, { if_last_message_id: message }))).toEqual(["if_last_message_id"]);

    await post(`/v1/inbox/threads/${thread}/reply`, later);
    expect((await approve(draft, { if_last_message_id: message, even_if_answered: true })).status).toBe(200);
  });

  it("that waits for approval is nothing newer than itself", async () => {
    const { message, thread } = await asked("itself@sandbox.test");
    const held = (await post(`/v1/inbox/threads/${thread}/reply`, { body_text: "Like this.", hold: true })).body;
    expect((await approve({ id: held.id, revision: 1 }, { if_last_message_id: message })).status).toBe(200);
  });
});

describe("an email that can be taken back", () => {
  it("waits, whichever way it is sent, and a cancel until then stops it without a refund", async () => {
    const { mailbox, message, thread } = await asked("undo@sandbox.test");
    const undo = { undo_for: "PT10M", body_text: "Hi" };
    const email = { mailbox_id: mailbox, to: "jane@peer.test", subject: "Hi", ...undo };
    const balance = async () => (await system.call("GET", "/v1/credits")).body.balance as number;
    const before = await balance();

    const root = (await post("/v1/send", email)).body.id as string;
    const ids = [
      root,
      (await post("/v1/send/batch", { emails: [email] })).body.results[0].id,
      (await post(`/v1/inbox/threads/${thread}/reply`, undo)).body.id,
      (await post(`/v1/inbox/messages/${message}/reply`, undo)).body.id,
      (await post(`/v1/inbox/threads/${thread}/forward`, { ...undo, to: "jo@peer.test" })).body.id,
      (await post(`/v1/inbox/messages/${message}/forward`, { ...undo, to: "jo@peer.test" })).body.id,
    ];
    for (const id of ids) {
      const { status, scheduled_at: at, created_at: from, undo_for: wait } = (await system.call("GET", `/v1/send/${id}`)).body;
      expect([status, wait, Date.parse(at) - Date.parse(from)]).toEqual(["scheduled", "PT10M", 600_000]);
    }
    // A follow-up leaves after its original, and later still.
    ids.push((await post(`/v1/send/${root}/reply`, { ...undo, scheduled_after: "PT1H" })).body.id);
    expect((await post("/v1/send/cancel", { ids })).body.results.map(({ status }: { status: string }) => status)).toEqual(
      ids.map(() => "cancelled"),
    );
    expect(before - (await balance())).toBe(ids.length);
  });

  it("takes a duration of up to an hour, which fits its other times", async () => {
    const { mailbox } = await asked("durations@sandbox.test");
    const send = (more: object) => post("/v1/send", { mailbox_id: mailbox, to: "jane@peer.test", subject: "Hi", body_text: "Hi", ...more });

    for (const undo_for of ["", "30", "PT", "P1M", "PT61M", "P1D", "-PT5S", 30, null])
      expect([undo_for, fieldsOf(await send({ undo_for }))]).toEqual([undo_for, ["undo_for"]]);
    expect(fieldsOf(await send({ undo_for: "PT10M", send_before: inMs(300_000) }))).toEqual(["send_before"]);
    const root = (await send({ scheduled_at: inMs(3_600_000) })).body.id as string;
    const early = await post(`/v1/send/${root}/reply`, { body_text: "And?", undo_for: "PT10M", scheduled_after: "PT5M" });
    expect([early.status, fieldsOf(early)]).toEqual([400, ["undo_for"]]);
  });

  it("waits by a test world's clock: it can be cancelled until that shows the time, and leaves then", async () => {
    const world = await aTestWorld(system);
    const [kept, taken] = [await world.send({ undo_for: "PT1H" }), await world.send({ undo_for: "PT1H" })];

    await world.advance("PT59M");
    expect([(await world.record(kept.id)).status, (await world.record(taken.id)).status]).toEqual(["scheduled", "scheduled"]);
    await world.post("/v1/send/cancel", { ids: [taken.id] });
    await world.advance("PT2M");

    const sent = await world.record(kept.id);
    expect([sent.status, (await world.record(taken.id)).status]).toEqual(["sent", "cancelled"]);
    expect(Date.parse(sent.sent_at) - Date.parse(sent.created_at)).toBeGreaterThanOrEqual(3_600_000);
  });
});
