// api/README.md, "Sending": single sends, times and addresses, each rule over HTTP; what holds for every operation is not repeated.
import { afterAll, describe, expect, it } from "vitest";
import { openTarget } from "#test/support/target.ts";
import { ABSENT, anAccount, aSender, asking, fieldsOf, inMs, until } from "#test/support/client.ts";

const ID = /^[0-9a-f]{24}$/;
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const HOUR = 3_600_000;

const target = await openTarget();
afterAll(() => target.stop());
const { account, ask, connected, mailbox, anEmail, later, send, batch, followUp, record, reaching } = await aSender(target, 10_000);

describe("GET /v1/send/{id}", () => {
  it("answers exactly like /status, also where there is no such send", async () => {
    const { id } = (await send(later())).body;
    const both = (of: string) => Promise.all([ask("GET", `/v1/send/${of}`), ask("GET", `/v1/send/${of}/status`)]);

    const [short, long] = await both(id);
    const [absent, alsoAbsent] = await both(ABSENT);

    expect([short.status, short.body.id, short.text]).toEqual([200, id, long.text]);
    expect([absent.status, absent.text]).toEqual([404, alsoAbsent.text]);
  });
});

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
      chosen_because: "",
      ip_id: "",
      from_email: "sender@sandbox.test",
      from_name: expect.any(String),
      to_email: "jane@sandbox.test",
      to_name: "",
      cc: [],
      bcc: [],
      refused: [],
      deferred: [],
      draft: false,
      bounces: [],
      attachments: [],
      reply_to: "",
      subject: "Hi",
      body_html: "<p>Hello <b>Jane</b></p>",
      body_text: "Hello Jane",
      headers: {},
      status: "sent",
      cancel_on: [],
      cancel_reason: "",
      reject_reason: "",
      by: expect.stringMatching(/./),
      approved_by: "",
      cancelled_by: "",
      held_by: "",
      metadata: {},
      tags: [],
      attempts: 1,
      max_attempts: 12,
      last_error: "",
      waiting_for: "",
      message_id: body.message_id,
      thread_id: "",
      in_reply_to: "",
      references: [],
      kind: "",
      sent_at: DATE,
      sequence_id: "",
      bounce_reason: "",
      created_at: DATE,
    });
  });

  it.each([
    [
      "to",
      [
        "",
        "a@b",
        "jane@",
        "@sandbox.test",
        "a@b.co, c@d.co",
        "a@b.co;c@d.co",
        "Jane, <a@b.co>",
        "Jane <a@b.co> x",
        "(x)a@b.co",
        "g:a@b.co;",
      ],
    ],
    [
      "to",
      ["a@b.co\r\nBcc: x@y.z", "a@b.co\n", " a@b.co", "jäne@b.co", "a@[127.0.0.1]", `${"a".repeat(65)}@b.co`, null, 5, ["a@b.co"], []],
    ],
    ["reply_to", ["", "x", "Jane <a@b.co", "a@b.co, c@d.co", "a@b.co\r\nBcc: x@y.z", null, ["a@b.co"]]],
    ["subject", ["", "x".repeat(999), "a\nb", "a\rb", "a\0b", "a\u2028b", "a\u0085b", "\ud800", null, 5, { prepared: true }]],
    ["body_text", [null, 5, ["x"], "\ud800"]],
    ["body_html", [null, 5, { path: "/etc/passwd" }, { href: "http://127.0.0.1" }, "\udc00", "x".repeat(1_000_000)]],
    ["headers", [null, [], "X-A: b", Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, "v"]))]],
    ["headers", [Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`X-${index}`, "v".repeat(998)]))]],
    [
      "headers.X-A",
      [{ "X-A": 1 }, { "X-A": null }, { "X-A": "a\r\nBcc: x@y.z" }, { "X-A": "a\tb" }, { "X-A": "a\u0080b" }, { "X-A": "v".repeat(999) }],
    ],
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

  it.each([
    ["a subject beyond its length", { subject: "s".repeat(1_000) }, ["body_text", "subject"]],
    ["a time that is none", { scheduled_at: "soon" }, ["body_text", "scheduled_at"]],
    ["more tags than a list may hold", { tags: Array.from({ length: 30 }, (_, n) => `t${n}`) }, ["body_text", "tags"]],
    ["copies that are no list", { unsubscribe: true, cc: null }, ["body_text", "cc"]],
  ])("names the missing body beside %s", async (_, wrong, fields) => {
    const answer = await send({ ...anEmail({ body_text: undefined }), ...wrong });

    expect([answer.status, fieldsOf(answer).toSorted()]).toEqual([400, fields]);
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
    const headers = JSON.parse('{"__proto__": "x", "constructor": "y", "X-A": 2}') as unknown;
    expect(fieldsOf(await send(anEmail({ headers }))).toSorted()).toEqual(["headers.X-A", "headers.__proto__", "headers.constructor"]);
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
    const { mailboxes } = await import("#shared/mailboxes/wiring/sealed-mailboxes.ts");
    const refused = await connected("refused@sandbox.test");
    const { id } = (await send(later({ mailbox_id: refused }))).body;
    await mailboxes.update(account.id, refused, { status: "disconnected" });

    for (const answer of [await send(later({ mailbox_id: refused })), await followUp(id, { body_text: "And?" })])
      expect([answer.status, answer.body]).toEqual([
        409,
        {
          error: "Conflict",
          message: expect.any(String),
          code: 409,
          type: "mailbox_disconnected",
          details: expect.stringContaining("disconnected"),
        },
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
    ["in a year", () => inMs(365 * 24 * HOUR - 60_000), "scheduled"],
    ["61 s ago", () => inMs(-61_000), undefined],
    ["over a year ahead", () => inMs(366 * 24 * HOUR + 60_000), undefined],
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

  it("holds a send back until then", async () => {
    const at = inMs(1_500);
    const { id } = (await send(anEmail({ scheduled_at: at }))).body;

    const { sent_at } = await reaching(id, "sent");

    expect(sent_at >= at).toBe(true);
  });
});

describe("dedicated IPs", () => {
  it("are listed, taken by default or by name, and 404 when they are not the account's", async () => {
    const { egressProxies: ips } = await import("#shared/mailboxes/wiring/sealed-mailboxes.ts");
    const { clock, ids } = await import("#shared/platform/system.ts");
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

describe("a suppressed domain", () => {
  it("gets nothing, alone, in a batch and as a copy, until it is removed; *@ is no address", async () => {
    const star = await ask("POST", "/v1/suppressions", { emails: ["ok@x.example", "*@gone.example"], domains: ["@gone.example", "gone"] });
    const added = await ask("POST", "/v1/suppressions", { domains: ["Gone.example", "bücher.example"] });
    const to = "jane@gone.example";

    expect([star.status, fieldsOf(star)]).toEqual([400, ["emails.1", "domains.0", "domains.1"]]);
    expect(fieldsOf(await ask("POST", "/v1/suppressions", {}))).toEqual(["emails"]);
    expect(added.body.suppressions).toMatchObject([
      { email: "", domain: "gone.example", reason: "manual", send_id: "" },
      { email: "", domain: "xn--bcher-kva.example" },
    ]);
    expect(await send(anEmail({ to }))).toMatchObject({
      status: 409,
      body: { type: "recipient_suppressed", details: "to is suppressed: manual" },
    });
    expect((await send(anEmail({ cc: [to] }))).status).toBe(409);
    const { results } = (await batch([later({ to }), later({ to: "jane@sub.gone.example" })])).body;
    expect(results).toMatchObject([{ status: "failed", type: "recipient_suppressed" }, { status: "scheduled" }]);
    expect((await ask("GET", "/v1/suppressions?domain=GONE.example")).body.suppressions).toEqual([added.body.suppressions[0]]);
    expect(fieldsOf(await ask("GET", "/v1/suppressions?domain=b.co&email=a@b.co"))).toEqual(["domain"]);
    expect((await ask("DELETE", "/v1/suppressions/gone.example")).status).toBe(204);
    expect((await send(later({ to }))).status).toBe(200);
  });
});
