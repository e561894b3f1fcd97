// api/README.md, "Held for approval": what a person writes in the console is kept as a draft, on whichever device, and is sent once.
import { afterAll, describe, expect, it } from "vitest";
import { aSender, asking, until } from "#test/support/client.ts";
import { openTarget } from "#test/support/target.ts";

const target = await openTarget();
afterAll(() => target.stop());
const { ask, mailbox, anEmail, send, record, reaching } = await aSender(target, 100);

const FILE = { name: "plan.txt", type: "text/plain", content: Buffer.from("The plan").toString("base64") };
const drafts = async () => (await ask("GET", "/v1/logs?waiting_for=draft&limit=50")).body;

describe("a draft", () => {
  it("is kept from the first letter on, and read with its state and its files", async () => {
    const asked = { mailbox_id: mailbox, to: "", subject: "", draft: true, draft_state: "{}", attachments: [FILE] };
    const { status, body } = await ask("POST", "/v1/send", asked);
    expect([status, body.status], JSON.stringify(body)).toEqual([200, "scheduled"]);
    const read = (await ask("GET", `/v1/send/${body.id}`)).body;
    expect(read).toMatchObject({ draft: true, waiting_for: "draft", draft_state: "{}", revision: 1, to_email: "", subject: "" });
    expect(read.attachments).toEqual([{ name: "plan.txt", type: "text/plain", size: 8, content_id: "", content: FILE.content }]);
    const [listed] = await drafts();
    expect([listed.id, listed.draft_state, listed.attachments[0].content]).toEqual([body.id, undefined, undefined]);
    expect((await ask("GET", "/v1/logs?limit=50")).body.map(({ id }: { id: string }) => id)).not.toContain(body.id);
    expect((await ask("GET", "/v1/logs?waiting_for=approval")).body).toEqual([]);
    expect((await ask("GET", "/v1/attention")).body.attention.filter(({ kind }: { kind: string }) => kind === "approval_waiting")).toEqual(
      [],
    );

    const early = await ask("POST", `/v1/send/${body.id}/approve`, { revision: 1 });
    expect([early.status, early.body.details.map(({ field }: { field: string }) => field)]).toEqual([400, ["to", "subject", "body_text"]]);
    const many = await ask("POST", "/v1/send/approve", { items: [{ id: body.id, revision: 1 }] });
    expect(many.body.results[0]).toMatchObject({ status: "", type: "invalid_fields" });
    const whole = { revision: 1, to: "jane@sandbox.test", subject: "The plan", body_text: "Here it is", draft_state: "{}" };
    expect((await ask("PATCH", `/v1/send/${body.id}`, whole)).body).toMatchObject({
      revision: 2,
      draft: true,
      to_email: "jane@sandbox.test",
    });
    const stale = await ask("PATCH", `/v1/send/${body.id}`, { revision: 1, body_text: "Written elsewhere" });
    expect([stale.status, stale.body.current.body_text, stale.body.current.revision]).toEqual([409, "Here it is", 2]);
    const [one, two] = await Promise.all([1, 2].map(() => ask("POST", `/v1/send/${body.id}/approve`, { revision: 2 })));
    expect([one!.status, two!.text]).toEqual([200, one!.text]);
    expect(await reaching(body.id, "sent")).toMatchObject({ draft: false, subject: "The plan", attachments: [{ name: "plan.txt" }] });
    expect(await drafts()).toEqual([]);
    expect((await ask("POST", `/v1/send/${body.id}/cancel`, { draft: true })).status).toBe(409);
    const types = async () =>
      (await ask("GET", "/v1/events?limit=200")).body.events
        .filter(({ data }: { data: { id: string } }) => data.id === body.id)
        .map(({ type }: { type: string }) => type);
    await until(async () => (await types()).includes("send.sent") || undefined);
    expect(await types()).toEqual(["send.approved", "send.sent"]);
  });

  it("of an answer keeps the quote below whatever is written, and is in its conversation once it is sent", async () => {
    const first = (await send(anEmail({ body_text: "Shall we?" }))).body;
    await reaching(first.id, "sent");
    const reply = await ask("POST", `/v1/send/${first.id}/reply`, { draft: true, body_text: "Well" });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const { id, thread_id: thread } = reply.body;
    const inThread = async () =>
      (await ask("GET", `/v1/inbox/threads/${thread}`)).body.messages.map((message: { email_job_id: string }) => message.email_job_id);
    const before = (await record(id)).body_text;
    expect(before).toMatch(/^Well\n\nOn .* wrote:\n> Shall we\?\n$/);
    const edited = await ask("PATCH", `/v1/send/${id}`, { revision: 1, body_html: "<p>Better so</p>" });
    expect(edited.body.body_text).toBe(before.replace("Well", "Better so"));
    expect(edited.body.body_html).toMatch(/^<p>Better so<\/p><div class="gmail_quote/);
    expect(await inThread()).toEqual([first.id]);
    await ask("POST", `/v1/send/${id}/approve`, { revision: 2 });
    await reaching(id, "sent");
    expect(await inThread()).toEqual([first.id, id]);
  });

  it.each([{}, { body_html: "<p> </p>" }, { quote_history: false }])(
    "of an answer does not leave with the quote alone: %j",
    async (written) => {
      const first = (await send(anEmail({ body_text: "Shall we?" }))).body;
      await reaching(first.id, "sent");
      const { id } = (await ask("POST", `/v1/send/${first.id}/reply`, { draft: true, ...written })).body;
      const refused = await ask("POST", `/v1/send/${id}/approve`, { revision: 1 });
      expect([refused.status, refused.body.details]).toEqual([400, [{ field: "body_text", message: "is required, as text or HTML" }]]);
      await ask("PATCH", `/v1/send/${id}`, { revision: 1, body_html: '<img src="https://x.test/a.png" alt="">' });
      expect((await ask("POST", `/v1/send/${id}/approve`, { revision: 2 })).status).toBe(200);
    },
  );

  it("of a list goes away with the batch that sends it, once, from whichever device", async () => {
    const made = (await ask("POST", "/v1/send", { mailbox_id: mailbox, to: "", subject: "", draft: true, draft_state: "{}" })).body;
    const emails = [anEmail({ to: "one@sandbox.test" }), anEmail({ to: "two@sandbox.test" })];
    const batch = (draft: object, key: string) =>
      ask("POST", "/v1/send/batch", { emails, from_draft: { id: made.id, revision: 1, ...draft } }, { "idempotency-key": key });
    const stale = await batch({ revision: 2 }, `stale-${made.id}`);
    expect([stale.status, stale.body.type, (await drafts()).length]).toEqual([409, "conflict", 1]);
    expect((await ask("POST", "/v1/send/batch", { emails, from_draft: { id: made.id }, dry_run: true })).body.details).toEqual([
      { field: "from_draft.revision", message: expect.any(String) },
    ]);
    await ask("POST", "/v1/send/batch", { emails, from_draft: { id: made.id, revision: 1 }, dry_run: true });
    expect((await drafts()).length).toBe(1);
    const { token } = (await ask("POST", "/v1/api-keys", { name: "agent", scopes: ["draft", "read"] })).body;
    const asked = { emails, from_draft: { id: made.id, revision: 1 } };
    expect((await asking(target, token)("POST", "/v1/send/batch", asked)).status).toBe(403);

    const [sent, again] = [await batch({}, made.id), await batch({}, made.id)];
    expect([sent.status, again.text]).toEqual([200, sent.text]);
    expect(sent.body.results.map(({ status }: { status: string }) => status)).toEqual(["queued", "queued"]);
    expect([(await drafts()).length, (await ask("GET", `/v1/send/${made.id}`)).status]).toEqual([0, 404]);
    expect((await batch({}, `other-${made.id}`)).status).toBe(409);
    expect((await ask("GET", "/v1/logs?to=one@sandbox.test")).body.length).toBe(1);
  });

  it("is deleted by a cancel, and refused where it cannot be", async () => {
    const { id } = (await ask("POST", "/v1/send", { mailbox_id: mailbox, to: "", subject: "", draft: true, body_text: "No" })).body;
    expect((await ask("POST", `/v1/send/${id}/cancel`, { draft: true })).body).toEqual({ id, status: "cancelled" });
    expect((await ask("GET", `/v1/send/${id}`)).status).toBe(404);
    for (const [path, body, field] of [
      ["/v1/send", { mailbox_id: mailbox, to: "", subject: "", body_text: "x" }, "to,subject"],
      ["/v1/send", anEmail({ draft_state: "x" }), "draft_state"],
      ["/v1/send", anEmail({ draft: true, draft_state: "ä".repeat(150_001) }), "draft_state"],
    ] as const) {
      const answer = await ask("POST", path, body);
      expect([answer.status, answer.body.details.map((one: { field: string }) => one.field).join()]).toEqual([400, field]);
    }
    const batch = await ask("POST", "/v1/send/batch", { emails: [anEmail({ draft: true }), anEmail()] });
    expect(batch.body.results.map(({ status }: { status: string }) => status)).toEqual(["failed", "queued"]);
    const { token } = (await ask("POST", "/v1/api-keys", { name: "agent", scopes: ["draft", "read"] })).body;
    const agent = asking(target, token);
    const theirs = (await agent("POST", "/v1/send", anEmail({ draft: true, draft_state: "x" }))).body;
    expect(await record(theirs.id)).toMatchObject({ draft: false, waiting_for: "approval" });
    expect((await agent("POST", "/v1/send", { mailbox_id: mailbox, to: "", subject: "", draft: true })).status).toBe(400);
  });
});
