// api.md, "Sending", and the specification's state table, each rule over HTTP; what the contract tests hold for every operation is not repeated.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailboxBody, openTarget, type Target } from "../contract/target.ts";
import { type Answer, anAccount, type Ask, asking, fieldsOf, inMs, until } from "../support/rules.ts";

const ABSENT = "0123456789abcdef01234567";
const ID = /^[0-9a-f]{24}$/;
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let target: Target;
let account: Awaited<ReturnType<typeof anAccount>>;
let ask: Ask;
let mailbox: string;

beforeAll(async () => {
  target = await openTarget();
  account = await anAccount(target, 10_000);
  ask = asking(target, account.key);
  mailbox = await connected("sender@sandbox.test");
}, 60_000);
afterAll(() => target?.stop());

const connected = async (address: string, from: Ask = ask): Promise<string> =>
  (await from("POST", "/v1/mailboxes", { ...mailboxBody(target, address), display_name: "Sam" })).body.id;

const anEmail = (more: object = {}) => ({ mailbox_id: mailbox, to: "jane@sandbox.test", subject: "Hi", body_text: "Hello", ...more });
const later = (more: object = {}) => anEmail({ scheduled_at: inMs(HOUR), ...more });
const send = (email: object) => ask("POST", "/v1/send", email);
const batch = (emails: unknown) => ask("POST", "/v1/send/batch", { emails });
const record = async (id: string) => (await ask("GET", `/v1/send/${id}/status`)).body;
const reaching = (id: string, status: string) =>
  until(async () => {
    const found = await record(id);
    return found.status === status ? found : undefined;
  });
const balance = async () => (await ask("GET", "/v1/credits")).body.balance as number;

describe("POST /v1/send", () => {
  it("answers every field, and the record has every field with its default", async () => {
    const { status, body } = await send(anEmail({ body_text: undefined, body_html: "<p>Hello <b>Jane</b></p>" }));

    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(ID),
        status: "queued",
        message_id: expect.stringMatching(new RegExp(`^<${body.id}\\.[0-9a-f]{32,}@sandbox\\.test>$`)),
        thread_id: "",
        to: "jane@sandbox.test",
        subject: "Hi",
      },
    ]);
    expect(await reaching(body.id, "sent")).toEqual({
      id: body.id,
      user_id: account.id,
      mailbox_id: mailbox,
      ip_id: "",
      from_email: "sender@sandbox.test",
      to_email: "jane@sandbox.test",
      reply_to: "",
      subject: "Hi",
      body_html: "<p>Hello <b>Jane</b></p>",
      body_text: "Hello Jane",
      headers: {},
      status: "sent",
      attempts: 1,
      max_attempts: 5,
      last_error: "",
      message_id: body.message_id,
      thread_id: "",
      in_reply_to: "",
      references: [],
      kind: "",
      sent_at: DATE,
      bounce_reason: "",
      created_at: DATE,
    });
  });

  it.each([
    ["to", ["", "a@b", "jane@", "@sandbox.test", "a@b.co, c@d.co", "a@b.co;c@d.co", "Jane <a@b.co>", "<a@b.co>", "(x)a@b.co", "g:a@b.co;"]],
    [
      "to",
      ["a@b.co\r\nBcc: x@y.z", "a@b.co\n", " a@b.co", "jäne@b.co", "a@[127.0.0.1]", `${"a".repeat(65)}@b.co`, null, 5, ["a@b.co"], {}],
    ],
    ["reply_to", ["", "x", "Jane <a@b.co>", "a@b.co, c@d.co", "a@b.co\r\nBcc: x@y.z", null, ["a@b.co"]]],
    ["subject", ["", "x".repeat(999), "a\nb", "a\rb", "a\0b", "a\u2028b", "\ud800", null, 5, { prepared: true }]],
    ["body_text", [null, 5, ["x"], "\ud800"]],
    ["body_html", [null, 5, { path: "/etc/passwd" }, { href: "http://127.0.0.1" }, "\udc00", "x".repeat(1_000_000)]],
    ["headers", [null, [], "X-A: b", Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, "v"]))]],
    ["headers", [Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`X-${index}`, "v".repeat(998)]))]],
    ["headers.X-A", [{ "X-A": 1 }, { "X-A": null }, { "X-A": "a\r\nBcc: x@y.z" }, { "X-A": "a\tb" }, { "X-A": "v".repeat(999) }]],
    ["headers.X A", [{ "X A": "1" }]],
    ["headers.x-a", [{ "X-A": "1", "x-a": "2" }]],
    [
      "scheduled_at",
      ["", "tomorrow", "2026-11-21", "2027-02-30T09:30:00Z", "2027-01-01T09:30:00", "2027-01-01 09:30:00Z", 1_800_000_000, null],
    ],
    ["ip_id", ["", "nonsense", null, { $ne: "" }]],
    ["mailbox_id", ["", "nonsense", `${ABSENT}0`, null, [ABSENT]]],
  ])("refuses a bad %s with 400 that names it", async (field, values) => {
    const [name = ""] = field.split(".");
    for (const value of values) {
      const answer = await send(anEmail({ [name]: value }));
      expect([answer.status, answer.body.details], JSON.stringify(value).slice(0, 80)).toEqual([
        400,
        [{ field, message: expect.stringMatching(/\S/) }],
      ]);
    }
  });

  it.each(
    ["From", "Sender", "To", "Cc", "Bcc", "Reply-To", "Message-ID", "In-Reply-To", "References", "Date", "Subject", "Return-Path"].concat([
      "Content-Type",
      "MIME-Version",
      "DKIM-Signature",
      "Received",
      "Resent-To",
      "X-GM-MSGID",
      "X-",
    ]),
  )("refuses the header %s by name", async (name) => {
    expect(fieldsOf(await send(anEmail({ headers: { [name]: "x" } })))).toEqual([`headers.${name}`]);
  });

  it("lists all bad fields at once", async () => {
    const email = {
      mailbox_id: 1,
      to: "x",
      subject: "",
      reply_to: "q",
      headers: { Bcc: "1", "X-A": 2, "X-B": "a\nb" },
      ip_id: "z",
      scheduled_at: "1999-01-01T00:00:00Z",
      subjet: 1,
    };

    const fields = fieldsOf(await send(email));

    const expected = ["mailbox_id", "to", "subject", "reply_to", "headers.Bcc", "headers.X-A", "headers.X-B", "ip_id", "scheduled_at"];
    expect(fields.toSorted()).toEqual([...expected, "subjet", "body_text"].toSorted());
  });

  it("takes permitted headers, 998 characters of subject and 1 MB of body, and any address case", async () => {
    const headers = { "X-Campaign": "autumn", "List-Unsubscribe": "<https://example.com/u>", Keywords: "ключ", Precedence: "bulk" };
    const { id } = (await send(later({ headers, to: "Jane.Doe@Example.COM", reply_to: "Desk@Example.COM", subject: "ü".repeat(998) })))
      .body;

    expect(await record(id)).toMatchObject({ headers, to_email: "Jane.Doe@example.com", reply_to: "Desk@example.com" });
    expect((await send(later({ body_html: "x".repeat(600_000), body_text: "é".repeat(200_000) }))).status).toBe(200);
  });

  it("delivers a subject in any script as it was given", async () => {
    const reader = await connected("reader@sandbox.test");
    const subject = "日本語 👩‍👩‍👧‍👦 ‏نص عربي‏ Ünïcödé =?UTF-8?Q?no?=";

    await send(anEmail({ to: "reader@sandbox.test", reply_to: "desk@sandbox.test", subject, body_text: "Größe 🎉" }));

    const message = await until(async () => (await ask("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${reader}`)).body.messages[0]);
    expect(message).toMatchObject({
      subject,
      from: { name: "Sam", email: "sender@sandbox.test" },
      to: [{ name: "", email: "reader@sandbox.test" }],
      cc: [],
      reply_to: "desk@sandbox.test",
      reply_text: "Größe 🎉",
    });
  });

  it("fails at once, with the server's words, what the server refuses for good", async () => {
    const { id } = (await send(anEmail({ to: "refuse@sandbox.test" }))).body;

    expect(await reaching(id, "failed")).toMatchObject({ attempts: 1, last_error: expect.stringContaining("550 5.1.1 no such user here") });
  });

  it("answers 409 while the mailbox is disconnected: single, batch and follow-up", async () => {
    const { mailboxes } = await import("#shared/runtime/store.ts");
    const refused = await connected("refused@sandbox.test");
    const { id } = (await send(later({ mailbox_id: refused }))).body;
    await mailboxes.update(account.id, refused, { status: "disconnected" });

    for (const answer of [await send(later({ mailbox_id: refused })), await ask("POST", `/v1/send/${id}/reply`, { body_text: "And?" })])
      expect([answer.status, answer.body]).toEqual([
        409,
        { error: "Conflict", message: expect.any(String), code: 409, details: expect.stringContaining("disconnected") },
      ]);
    expect((await batch([later({ mailbox_id: refused })])).body.results[0]).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/^mailbox_id: /),
    });
  });
});

describe("scheduled_at", () => {
  it.each([
    ["59 s ago", () => inMs(-59_000), "queued"],
    ["in an hour", () => inMs(HOUR), "scheduled"],
    ["in a year", () => inMs(365 * DAY - 60_000), "scheduled"],
    ["61 s ago", () => inMs(-61_000), undefined],
    ["over a year ahead", () => inMs(366 * DAY + 60_000), undefined],
  ])("%s", async (_when, at, status) => {
    const answer = await send(anEmail({ scheduled_at: at() }));

    if (status) expect([answer.status, answer.body.status]).toEqual([200, status]);
    else expect([answer.status, fieldsOf(answer)]).toEqual([400, ["scheduled_at"]]);
  });

  it("may have any offset and is answered in UTC, by the record too", async () => {
    const at = Date.now() + HOUR;
    const local = (hours: number, minutes = 0) => new Date(at + (hours * 60 + minutes) * 60_000).toISOString().slice(0, -1);
    const spellings = [
      `${local(2)}+02:00`,
      `${local(-5, -30)}-05:30`,
      `${local(14)}+14:00`,
      `${local(0)}z`.replace("T", "t"),
      `${local(0)}999Z`,
    ];

    for (const spelling of spellings) {
      const { status, body } = await send(anEmail({ scheduled_at: spelling }));
      expect([status, body.status, body.scheduled_at], spelling).toEqual([200, "scheduled", new Date(at).toISOString()]);
      expect(await record(body.id)).toMatchObject({ status: "scheduled", scheduled_at: new Date(at).toISOString(), attempts: 0 });
    }
  });

  it("holds a send back until then, and no longer", async () => {
    const at = inMs(1_500);
    const { id } = (await send(anEmail({ scheduled_at: at }))).body;

    const { sent_at } = await reaching(id, "sent");

    expect(sent_at >= at).toBe(true);
    expect(Date.parse(sent_at) - Date.parse(at)).toBeLessThan(5_000);
  });
});

describe("dedicated IPs", () => {
  it("are listed, taken by default or by name, and 404 when they are not the account's", async () => {
    const { ips } = await import("#shared/runtime/store.ts");
    const { clock, ids } = await import("#shared/runtime/system.ts");
    const owner = await anAccount(target, 10);
    const theirs = asking(target, owner.key);
    const from = await connected("owner@sandbox.test", theirs);
    const add = async (address: string, isDefault: boolean) => {
      const ip = { id: ids.objectId(), userId: owner.id, address, label: "Frankfurt", isDefault, createdAt: clock.now() };
      await ips.add(ip, { protocol: "socks5", host: "127.0.0.1", port: 1, username: "u", password: "p" });
      return ip.id;
    };
    const [byDefault, other] = [await add("203.0.113.7", true), await add("203.0.113.8", false)];

    const ipOf = async (more: object) => {
      const sent = await theirs("POST", "/v1/send", later({ mailbox_id: from, ...more }));
      return (await theirs("GET", `/v1/send/${sent.body.id}/status`)).body.ip_id;
    };

    expect((await theirs("GET", "/v1/ips")).body).toEqual([
      { id: byDefault, address: "203.0.113.7", label: "Frankfurt", is_default: true, created_at: DATE },
      { id: other, address: "203.0.113.8", label: "Frankfurt", is_default: false, created_at: DATE },
    ]);
    expect([await ipOf({}), await ipOf({ ip_id: other.toUpperCase() })]).toEqual([byDefault, other]);
    expect((await send(later({ ip_id: other }))).status).toBe(404);
    expect((await ask("GET", "/v1/ips")).body).toEqual([]);
  });
});

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
      [anEmail({ to: "Not <an@address.test>" }), "to: ", "Not <an@address.test>"],
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
          ? { to, id: expect.stringMatching(ID), status: expected, error: "" }
          : { to, id: "", status: "failed", error: expect.stringContaining(expected) },
      );
    }
    expect(await balance()).toBe(before - 3);
  });

  it("refuses as a whole only what is no list of 1 to 1000", async () => {
    const answers: Answer[] = [await ask("POST", "/v1/send/batch", {})];
    for (const emails of [null, {}, "x", [], Array.from({ length: 1_001 }, () => later())]) answers.push(await batch(emails));

    expect(answers.map((answer) => [answer.status, fieldsOf(answer)])).toEqual(answers.map(() => [400, ["emails"]]));
    expect((await batch([null])).body).toEqual({ results: [{ to: "", id: "", status: "failed", error: "must be an object" }], total: 1 });
  });

  it("takes 1000 emails of 5.4 MB within ten seconds, each with an id of its own", async () => {
    const emails = Array.from({ length: 1_000 }, (_, index) => later({ to: `c${index}@sandbox.test`, body_text: "x".repeat(5_250) }));
    expect(JSON.stringify({ emails }).length).toBeGreaterThan(5_350_000);
    const started = Date.now();

    const { status, body } = await batch(emails);

    expect(Date.now() - started).toBeLessThan(10_000);
    expect([status, body.total]).toEqual([200, 1_000]);
    expect(body.results.map(({ to }: { to: string }) => to)).toEqual(emails.map(({ to }: { to?: string }) => to));
    expect(new Set(body.results.map(({ id }: { id: string }) => id)).size).toBe(1_000);
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
      if (accepted[index] === 7) expect(body.results.slice(7)).toEqual(Array.from({ length: 13 }, () => dry));
    }
    expect((await theirs("GET", "/v1/credits")).body.balance).toBe(0);
    const { transactions } = (await theirs("GET", "/v1/credits/transactions?limit=200")).body;
    expect(transactions.map((row: { balance_after: number }) => row.balance_after)).toEqual(Array.from({ length: 48 }, (_, left) => left));
  });

  const dry = { to: "jane@sandbox.test", id: "", status: "failed", error: "wallet is empty" };
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
        expect(body).toEqual({ error: "Conflict", message: expect.any(String), code: 409, details: expect.stringContaining("cancelled") });
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
    const none = (await ask("POST", "/v1/mailboxes", { ...mailboxBody(target, "none@sandbox.test"), max_daily_sends: 0 })).body.id;
    const { id, status } = (await send(anEmail({ mailbox_id: none }))).body;

    const cancelled = await ask("POST", `/v1/send/${id}/cancel`);

    expect([status, cancelled.body]).toEqual(["queued", { id, status: "cancelled" }]);
  });
});

describe("follow-ups", () => {
  const followUp = (id: string, body: object) => ask("POST", `/v1/send/${id}/reply`, body);

  it("thread under the original, quote it, are billed, and go to its recipient", async () => {
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
      },
    ]);
    const { body_text, body_html, ...sent } = await record(body.id);
    expect(sent).toMatchObject({ kind: "reply", thread_id: body.thread_id, in_reply_to: original.message_id, references: body.references });
    expect(body_text).toMatch(/^And\?\n\nOn .+ wrote:\n> Shall we\?\n?$/);
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

  it("fail with a clear word when the original is cancelled, and are refused afterwards", async () => {
    const original = (await send(later())).body;
    const next = (await followUp(original.id, { body_text: "And?" })).body;

    await ask("POST", `/v1/send/${original.id}/cancel`);

    expect(await reaching(next.id, "failed")).toMatchObject({ last_error: expect.stringMatching(/original.*cancelled/) });
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
