// The rules of inbound messages as a client meets them (api/README.md, "Inbox").
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ABSENT } from "#test/support/client.ts";
import { hoursAgo, type Row, runSystem, subjects } from "#test/support/running-system.ts";

const ID = /^[0-9a-f]{24}$/;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const system = await runSystem();
afterAll(() => system.stop());

describe("a row of the list", () => {
  it("has every field with empty strings for what is not there, and bodies only when they are asked for", async () => {
    const address = "fields@sandbox.test";
    const { id } = await system.mailboxWith(address, () =>
      system.put(address, "Plain", { "Message-ID": "<plain@peer.test>" }, { body: "Hello\r\n\r\nthere" }),
    );
    const lines = [
      "From: Jane Doe <jane@peer.test>",
      `To: ${address}`,
      "Subject: Plain",
      "Message-ID: <plain@peer.test>",
      "",
      "Hello",
      "",
      "there",
    ];
    const row = {
      id: expect.stringMatching(ID),
      mailbox_id: id,
      thread_id: expect.stringMatching(ID),
      kind: "inbound",
      auto_class: "",
      returns_on: "",
      successor: "",
      intent: "",
      intent_by: "",
      email_job_id: "",
      tags: [],
      message_id: "<plain@peer.test>",
      in_reply_to: "",
      references: [],
      from: { name: "Jane Doe", email: "jane@peer.test" },
      to: [{ name: "", email: address }],
      cc: [],
      reply_to: "",
      subject: "Plain",
      snippet: "Hello there",
      reply_text: expect.stringMatching(/^Hello\r?\n\r?\nthere$/),
      body_truncated: false,
      attachments: [],
      size: lines.join("\r\n").length,
      is_read: false,
      is_flagged: false,
      server_state: "",
      server_reason: "",
      on_server: true,
      folder: "INBOX",
      corrected_by: "",
      explanation: {
        kind_rule: "none",
        thread_rule: "new",
        evidence: "",
        auto_evidence: "",
        intent_evidence: "",
        newcomer: false,
        corrected: false,
      },
      received_at: expect.stringMatching(DATE),
      created_at: expect.stringMatching(DATE),
    };
    const bodies = { body_text: expect.stringContaining("there"), body_html: "", reply_html: "" };

    const light = (await system.list(`mailbox_id=${id}`)).body;
    const full = (await system.list(`mailbox_id=${id}&include_bodies=true`)).body;

    expect(light).toEqual({ messages: [row], limit: 50, offset: 0 });
    expect(full).toEqual({ messages: [{ ...row, ...bodies }], limit: 50, offset: 0 });
    expect((await system.call("GET", `/v1/inbox/messages/${light.messages[0].id}`)).body).toEqual(full.messages[0]);
  });

  it("shows the words of html-only mail", async () => {
    const address = "html@sandbox.test";
    const html = { "Content-Type": "text/html; charset=utf-8" };
    const { messages } = await system.mailboxWith(address, () =>
      system.put(address, "Html", html, { body: "<p>Only <b>html</b> here</p>" }),
    );

    expect(messages[0]).toMatchObject({ snippet: "Only html here", reply_text: "Only html here" });
  });
});

describe("the filters", () => {
  let id: string;
  let rows: Row[];
  beforeAll(async () => {
    const address = "filters@sandbox.test";
    ({ id, messages: rows } = await system.mailboxWith(address, () => {
      system.put(address, "old", {}, { receivedAt: hoursAgo(48) });
      system.put(address, "seen", {}, { receivedAt: hoursAgo(40), flags: ["\\Seen"] });
      system.put(address, "answer", { "In-Reply-To": "<elsewhere@peer.test>" }, { receivedAt: hoursAgo(30) });
      system.put(address, "list", { "List-Id": "<news.peer.test>" }, { receivedAt: hoursAgo(20) });
      system.put(address, "away", { "Auto-Submitted": "auto-replied" }, { receivedAt: hoursAgo(10) });
      system.put(address, "suppressed", { "X-Auto-Response-Suppress": "All" }, { receivedAt: hoursAgo(5) });
    }));
  });

  it.each([
    ["", ["suppressed", "away", "list", "answer", "seen", "old"]],
    ["kind=reply", ["answer"]],
    ["kind=bulk", ["list"]],
    ["kind=auto_reply", ["away"]],
    ["kind=inbound", ["suppressed", "seen", "old"]],
    ["kind=bounce", []],
    ["unread=false", ["seen"]],
    ["unread=true", ["suppressed", "away", "list", "answer", "old"]],
    ["unread=true&kind=inbound", ["suppressed", "old"]],
    ["limit=2&offset=1", ["away", "list"]],
    ["offset=6", []],
  ])("give newest first for %j", async (query, expected) => {
    const { status, body } = await system.list(`mailbox_id=${id}&${query}`);

    expect(status).toBe(200);
    expect(subjects(body)).toEqual(expected);
  });

  it("take since as at or after, in any offset", async () => {
    const { received_at } = rows.find(({ subject }) => subject === "list") as Row;
    const inBerlin = new Date(Date.parse(received_at) + 3_600_000).toISOString().replace("Z", "%2B01:00");

    for (const since of [received_at, inBerlin])
      expect(subjects((await system.list(`mailbox_id=${id}&since=${since}`)).body)).toEqual(["suppressed", "away", "list"]);
  });

  it("give a thread's messages", async () => {
    const { thread_id } = rows.find(({ subject }) => subject === "answer") as Row;

    expect(subjects((await system.list(`thread_id=${thread_id}`)).body)).toEqual(["answer"]);
  });

  it.each([
    ["kind", "kind=spam"],
    ["unread", "unread=1"],
    ["unread", "unread="],
    ["include_bodies", "include_bodies=yes"],
    ["fresh", "fresh=true&fresh=false"],
    ["since", "since=2026-01-01"],
    ["limit", "limit=0"],
    ["limit", "limit=201"],
    ["limit", "limit=1.5"],
    ["offset", "offset=10001"],
    ["offset", "offset=-1"],
    ["mailbox_id", "mailbox_id=x"],
    ["sinse", "sinse=2026-01-01T00:00:00Z"],
  ])("return 400 that names %s for %s", async (field, query) => {
    const { status, body } = await system.list(query);

    expect(status).toBe(400);
    expect(body.details).toEqual([{ field, message: expect.any(String) }]);
  });

  it.each(["mailbox_id", "thread_id", "email_job_id"])("return 404 for an unknown %s", async (field) => {
    expect((await system.list(`${field}=${ABSENT}`)).status).toBe(404);
  });
});

describe("pages", () => {
  it("neither repeat nor skip mail of the same second", async () => {
    const address = "pages@sandbox.test";
    const { id } = await system.mailboxWith(address, () => {
      for (let n = 0; n < 23; n += 1) system.put(address, `page ${n}`, {}, { receivedAt: hoursAgo(3) });
    });

    const seen: string[] = [];
    for (let offset = 0; offset < 25; offset += 5)
      seen.push(...(await system.list(`mailbox_id=${id}&limit=5&offset=${offset}`)).body.messages.map((row: Row) => row.id));

    expect(seen).toHaveLength(23);
    expect(new Set(seen).size).toBe(23);
  });

  it("stay under 5.5 MB with bodies; the single message has all", async () => {
    const address = "heavy@sandbox.test";
    const { id } = await system.mailboxWith(address, () => {
      for (let n = 0; n < 6; n += 1) system.put(address, `heavy ${n}`, {}, { body: `${"word ".repeat(180_000)}end` });
      system.put(
        address,
        "beyond",
        { "Content-Type": "text/plain; charset=utf-8" },
        { body: "ä".repeat(700_000), receivedAt: hoursAgo(1) },
      );
    });

    const { bytes, body } = await system.list(`mailbox_id=${id}&include_bodies=true`);

    expect(bytes.length).toBeLessThan(5_500_000);
    const cut = body.messages.filter((row: { body_truncated: boolean; subject: string }) => row.body_truncated && row.subject !== "beyond");
    expect(cut.length).toBeGreaterThan(0);
    const whole = (await system.call("GET", `/v1/inbox/messages/${cut[0].id}`)).body;
    expect([whole.body_truncated, whole.body_text.trim().endsWith("end")]).toEqual([false, true]);
    const beyond = (await system.call("GET", `/v1/inbox/messages/${body.messages.at(-1).id}`)).body;
    expect(beyond.body_truncated).toBe(true);
    expect(Buffer.byteLength(beyond.body_text)).toBeLessThanOrEqual(1024 * 1024);
    expect(beyond.body_text).toMatch(/^ä+$/);
  });
});
