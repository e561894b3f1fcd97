// api/README.md, "Sending": batches, cancelling, follow-ups and the log, each rule over HTTP.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quotedDate } from "#shared/mail/write/compose/history.ts";
import { openTarget } from "#test/support/target.ts";
import { ABSENT, anAccount, type Answer, aSender, type Ask, asking, fieldsOf, inMs, mailboxAt, until } from "#test/support/client.ts";

const ID = /^[0-9a-f]{24}$/;
const HOUR = 3_600_000;

const target = await openTarget();
afterAll(() => target.stop());
const { ask, connected, anEmail, later, send, batch, followUp, record, reaching, balance } = await aSender(target, 10_000);

describe("POST /v1/send/batch", () => {
  it("takes each element on its own, in order, whatever it is", async () => {
    const foreign = await connected("foreign@sandbox.test", asking(target, target.otherKey));
    const cases: readonly (readonly [unknown, string, string])[] = [
      [anEmail(), "queued", "jane@sandbox.test"],
      [later(), "scheduled", "jane@sandbox.test"],
      [null, "must be an object", ""],
      [[], "must be an object", ""],
      [7, "must be an object", ""],
      ["jane@sandbox.test", "must be an object", ""],
      [{}, "mailbox_id: ", ""],
      [anEmail({ to: "Not, <an@address.test>" }), "to: ", "Not, <an@address.test>"],
      [anEmail({ to: 5 }), "to: ", ""],
      [anEmail({ subjet: "typo" }), "subjet: ", "jane@sandbox.test"],
      [anEmail({ headers: { Bcc: "x@y.z" } }), "headers.Bcc: ", "jane@sandbox.test"],
      [anEmail({ mailbox_id: foreign }), "mailbox_id: ", "jane@sandbox.test"],
      [anEmail({ mailbox_id: ABSENT }), "mailbox_id: ", "jane@sandbox.test"],
      [anEmail({ ip_id: ABSENT }), "ip_id: ", "jane@sandbox.test"],
      [anEmail({ scheduled_at: "2000-01-01T00:00:00Z" }), "scheduled_at: ", "jane@sandbox.test"],
      [anEmail({ body_html: "x".repeat(1_000_000) }), "body_html: ", "jane@sandbox.test"],
      [anEmail({ to: "Last@Sandbox.TEST" }), "queued", "Last@Sandbox.TEST"],
    ];
    const before = await balance();

    const { status, body } = await batch(cases.map(([email]) => email));

    expect([status, body.total, body.results.length]).toEqual([200, cases.length, cases.length]);
    for (const [index, [, expected, to]] of cases.entries()) {
      const accepted = expected === "queued" || expected === "scheduled";
      expect(body.results[index]).toEqual(
        accepted
          ? { index, to, id: expect.stringMatching(ID), status: expected, error: "" }
          : {
              index,
              to,
              id: "",
              status: "failed",
              error: expect.stringContaining(expected),
              type: expect.stringMatching(/^(invalid_fields|not_found)$/),
              details: expect.arrayContaining([expect.objectContaining({ message: expect.any(String) })]),
            },
      );
    }
    expect(await balance()).toBe(before - 3);
  });

  it("refuses as a whole only what is no list of 1 to 1000", async () => {
    const answers: Answer[] = [await ask("POST", "/v1/send/batch", {})];
    for (const emails of [null, {}, "x", [], Array.from({ length: 1_001 }, () => later())]) answers.push(await batch(emails));

    expect(answers.map((answer) => [answer.status, fieldsOf(answer)])).toEqual(answers.map(() => [400, ["emails"]]));
    expect((await batch([null])).body).toEqual({
      results: [
        {
          index: 0,
          to: "",
          id: "",
          status: "failed",
          error: "must be an object",
          type: "invalid_fields",
          details: [{ field: "", message: "must be an object" }],
        },
      ],
      total: 1,
    });
  });

  it("takes 1000 emails of 5.4 MB, each with an id of its own", async () => {
    const emails = Array.from({ length: 1_000 }, (_, index) => later({ to: `c${index}@sandbox.test`, body_text: "x".repeat(5_250) }));
    expect(JSON.stringify({ emails }).length).toBeGreaterThan(5_350_000);

    const { status, body } = await batch(emails);

    expect([status, body.total]).toEqual([200, 1_000]);
    expect(body.results.map(({ to }: { to: string }) => to)).toEqual(emails.map(({ to }: { to?: string }) => to));
    expect(new Set(body.results.map(({ id }: { id: string }) => id)).size).toBe(1_000);
  });

  it("answers 1000 elements with long addresses and many bad fields in less than 5.5 MB, an address always whole", async () => {
    const headers = Object.fromEntries(Array.from({ length: 26 }, (_, index) => [String.fromCharCode(97 + index), 1]));
    const long = `${"x".repeat(242)}@sandbox.test`;

    const { status, text, body } = await batch([{ to: long }, ...Array.from({ length: 999 }, () => ({ to: "x".repeat(5_000), headers }))]);

    expect([status, body.total, body.results[0].to]).toEqual([200, 1_000, long]);
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(6_291_556);
    expect(body.results[1].error).toContain("headers.y: ");
  });

  it("lets the wallet run dry midway; five side by side spend it exactly, and the ledger adds up in its order", async () => {
    const poor = await anAccount(target, 47);
    const theirs = asking(target, poor.key);
    const from = await connected("midway@sandbox.test", theirs);
    const emails = Array.from({ length: 20 }, () => later({ mailbox_id: from }));

    const answers = await Promise.all(Array.from({ length: 5 }, () => theirs("POST", "/v1/send/batch", { emails })));

    const accepted = answers.map(
      ({ body }) => body.results?.filter(({ status }: { status: string }) => status === "scheduled").length ?? 0,
    );
    expect(accepted.toSorted((a, b) => a - b)).toEqual([0, 0, 7, 20, 20]);
    for (const [index, { status, body }] of answers.entries()) {
      expect(status).toBe(accepted[index] === 0 ? 402 : 200);
      if (accepted[index] === 7) expect(body.results.slice(7)).toEqual(Array.from({ length: 13 }, (_, at) => ({ index: 7 + at, ...dry })));
    }
    expect((await theirs("GET", "/v1/credits")).body.balance).toBe(0);
    const { transactions } = (await theirs("GET", "/v1/credits/transactions?limit=200")).body;
    expect(transactions.map((row: { balance_after: number }) => row.balance_after)).toEqual(Array.from({ length: 48 }, (_, left) => left));
  });

  const dry = { to: "jane@sandbox.test", id: "", status: "failed", error: "wallet is empty", type: "wallet_empty" };
});

describe("cancelling", () => {
  it("has one winner among ten, answers {id, status} and refunds nothing", async () => {
    const { id } = (await send(later())).body;
    const before = await balance();

    const answers = await Promise.all(Array.from({ length: 10 }, () => ask("POST", `/v1/send/${id}/cancel`)));

    const won = answers.filter(({ status }) => status === 200);
    expect(won.map(({ body }) => body)).toEqual([{ id, status: "cancelled" }]);
    for (const { status, body } of answers)
      if (status !== 200)
        expect(body).toEqual({
          error: "Conflict",
          message: expect.any(String),
          code: 409,
          type: "conflict",
          details: expect.stringContaining("cancelled"),
        });
    expect(await record(id)).toMatchObject({ status: "cancelled", attempts: 0 });
    expect(await balance()).toBe(before);
  });

  it.each([
    ["sent", "jane@sandbox.test"],
    ["failed", "refuse@sandbox.test"],
  ])("is 409 that names the state of a %s send", async (state, to) => {
    const { id } = (await send(anEmail({ to }))).body;
    await reaching(id, state);

    const { status, body } = await ask("POST", `/v1/send/${id}/cancel`);

    expect([status, body.details]).toEqual([409, expect.stringContaining(state)]);
    expect((await record(id)).status).toBe(state);
  });

  it("takes a queued send that waits for its daily limit", async () => {
    const none = (await ask("POST", "/v1/mailboxes", { ...mailboxAt(target.mail, "none@sandbox.test"), max_daily_sends: 0 })).body.id;
    const { id, status } = (await send(anEmail({ mailbox_id: none }))).body;
    await until(async () => ((await record(id)).waiting_for === "daily_limit" ? true : undefined));

    const cancelled = await ask("POST", `/v1/send/${id}/cancel`);

    expect([status, cancelled.body]).toEqual(["queued", { id, status: "cancelled" }]);
    expect(await record(id)).toMatchObject({ waiting_for: "", status: "cancelled" });

    const waiting = (await send(anEmail({ mailbox_id: none }))).body;
    await ask("PATCH", `/v1/mailboxes/${none}`, { max_daily_sends: 5 });
    expect((await reaching(waiting.id, "sent")).waiting_for).toBe("");
  });
});

describe("follow-ups", () => {
  it("thread under the original, quote it with the time it is scheduled for, are billed, and go to its recipient", async () => {
    const original = (await send(later({ subject: "Größe", body_text: "Shall we?" }))).body;
    const before = await balance();

    const { status, body } = await followUp(original.id, { body_html: "<p>And?</p>" });

    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(ID),
        status: "queued",
        thread_id: expect.stringMatching(ID),
        message_id: expect.stringContaining(body.id),
        in_reply_to: original.message_id,
        references: [original.message_id],
        subject: "Re: Größe",
        to: "jane@sandbox.test",
        scheduled_at: "",
      },
    ]);
    const { body_text, body_html, ...sent } = await record(body.id);
    expect(sent).toMatchObject({ kind: "reply", thread_id: body.thread_id, in_reply_to: original.message_id, references: body.references });
    expect(body_text).toMatch(/^And\?\n\nOn .+ wrote:\n> Shall we\?\n?$/);
    expect(body_text).toContain(`On ${quotedDate(new Date(original.scheduled_at), "UTC")}, `);
    expect(body_html).toMatch(/^<p>And\?<\/p>.*<blockquote.*Shall we\?.*<\/blockquote>/s);
    expect((await record(original.id)).thread_id).toBe(body.thread_id);
    expect(await balance()).toBe(before - 1);
  });

  it("say queued although they are scheduled; the record says scheduled", async () => {
    const original = (await send(later())).body;
    const scheduled_at = inMs(2 * HOUR);

    const { body } = await followUp(original.id, {
      body_text: "x",
      to: "Boss@Sandbox.TEST",
      subject: "Own",
      quote_history: false,
      scheduled_at,
    });

    expect(body).toMatchObject({ status: "queued", to: "Boss@sandbox.test", subject: "Own", scheduled_at });
    expect(await record(body.id)).toMatchObject({ status: "scheduled", scheduled_at, body_text: "x" });
  });

  it("wait for a scheduled original and leave after it", async () => {
    const original = (await send(anEmail({ scheduled_at: inMs(1_500) }))).body;
    const next = (await followUp(original.id, { body_text: "And?" })).body;

    const sent = await reaching(next.id, "sent");

    expect(sent.sent_at > (await reaching(original.id, "sent")).sent_at).toBe(true);
  });

  it("are cancelled with their original, and refused afterwards", async () => {
    const original = (await send(later())).body;
    const next = (await followUp(original.id, { body_text: "And?" })).body;

    await ask("POST", `/v1/send/${original.id}/cancel`);

    expect(await record(next.id)).toMatchObject({ status: "cancelled", cancel_reason: "original" });
    const refused = await followUp(original.id, { body_text: "And?" });
    expect([refused.status, refused.body.details]).toEqual([409, expect.stringContaining("cancelled")]);
  });

  it("are refused for a failed original", async () => {
    const original = (await send(anEmail({ to: "refuse@sandbox.test" }))).body;
    await reaching(original.id, "failed");

    const refused = await followUp(original.id, { body_text: "And?" });

    expect([refused.status, refused.body.details]).toEqual([409, expect.stringContaining("failed")]);
  });

  it.each([
    ["body_text", {}],
    ["body_text", { body_html: "", body_text: "" }],
    ["to", { body_text: "x", to: "a@b.co, c@d.co" }],
    ["subject", { body_text: "x", subject: "" }],
    ["subject", { body_text: "x", subject: "a\r\nBcc: x@y.z" }],
    ["quote_timezone", { body_text: "x", quote_timezone: "Mars/Phobos" }],
    ["quote_timezone", { body_text: "x", quote_timezone: "+02:00" }],
    ["quote_history", { body_text: "x", quote_history: "yes" }],
    ["headers.In-Reply-To", { body_text: "x", headers: { "In-Reply-To": "<x@y.z>" } }],
    ["scheduled_at", { body_text: "x", scheduled_at: "2000-01-01T00:00:00Z" }],
    ["mailbox_id", { body_text: "x", mailbox_id: ABSENT }],
  ])("are refused for a bad %s", async (field, body) => {
    const { id } = (await send(later())).body;

    const answer = await followUp(id, body);

    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });
});

describe("GET /v1/logs", () => {
  let theirs: Ask;
  let boxes: [string, string];
  const logged = async (query: string): Promise<{ id: string; created_at: string; subject: string }[]> =>
    (await theirs("GET", `/v1/logs?${query}`)).body;

  beforeAll(async () => {
    theirs = asking(target, (await anAccount(target, 200)).key);
    boxes = [await connected("log-a@sandbox.test", theirs), await connected("log-b@sandbox.test", theirs)];
    const emails = Array.from({ length: 60 }, (_, index) => later({ mailbox_id: boxes[index % 2], subject: `Number ${index}` }));
    await theirs("POST", "/v1/send/batch", { emails });
    await theirs("POST", "/v1/send/batch", { emails: [later({ mailbox_id: boxes[0], to: "Other@Sandbox.TEST", subject: "other" })] });
  });

  it("gives 50 by default, newest first, in pages that neither repeat nor miss", async () => {
    const all = await logged("limit=200");
    const pages = [...(await logged("limit=25")), ...(await logged("limit=25&offset=25")), ...(await logged("limit=25&offset=50"))];

    expect(await logged("")).toHaveLength(50);
    expect(all.map(({ subject }) => subject)).toEqual(["other", ...Array.from({ length: 60 }, (_, index) => `Number ${59 - index}`)]);
    expect(pages).toEqual(all);
    expect(Object.keys(all[0] ?? {})).toEqual(expect.arrayContaining(["body_html", "body_text", "headers", "references"]));
  });

  it("filters by mailbox, recipient, state and time", async () => {
    const [newest] = await logged("limit=1");
    const { created_at = "" } = newest ?? {};
    const after = new Date(Date.parse(created_at) + 1).toISOString();

    expect(await logged(`mailbox_id=${boxes[1]}`)).toHaveLength(30);
    expect(await logged("to=Other@sandbox.test")).toEqual([newest]);
    expect(await logged("to=nobody@sandbox.test")).toEqual([]);
    expect(await logged("status=sent")).toEqual([]);
    expect(await logged("status=scheduled&limit=200")).toHaveLength(61);
    expect(await logged(`since=${created_at}&until=${created_at}`)).toEqual([newest]);
    expect(await logged(`since=${after}`)).toEqual([]);
    expect(await logged(`until=${after.replace("Z", "%2B00:00")}&limit=200`)).toHaveLength(61);
    expect(await logged(`mailbox_id=${ABSENT}`)).toEqual([]);
  });

  it.each([
    ["status", ["nope", "", "Sent"]],
    ["mailbox_id", ["x", ""]],
    ["to", ["x", "", "a@b.co, c@d.co"]],
    ["since", ["yesterday", "", "2026-11-21"]],
    ["until", ["tomorrow"]],
    ["stauts", ["sent"]],
  ])("refuses a bad %s with 400 that names it", async (field, values) => {
    for (const value of values) {
      const answer = await ask("GET", `/v1/logs?${field}=${encodeURIComponent(value)}`);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
    }
  });
});
