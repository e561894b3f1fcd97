// The calls of a test world: what they refuse, how they go on, and what odd mail does.
import { afterAll, describe, expect, it } from "vitest";
import { ABSENT, until } from "#test/support/client.ts";
import { openTarget } from "#test/support/target.ts";
import { aTestWorld } from "#test/support/test-world.ts";

const target = await openTarget();
afterAll(() => target.stop());

const DAY = 86_400_000;
const world = await aTestWorld(target);
const move = (body: unknown) => world.ask("POST", "/v1/sandbox/clock", body);

describe("POST /v1/sandbox/clock", () => {
  it.each([
    [{}],
    [{ advance: "P1D", to: "2030-01-01T00:00:00Z" }],
    [{ advance: "" }],
    [{ advance: "-P1D" }],
    [{ advance: "P367D" }],
    [{ advance: "P1Y" }],
    [{ advance: "P99999999999999999999D" }],
    [{ advance: "x".repeat(10_000) }],
    [{ advance: 5 }],
    [{ advance: null }],
    [{ to: "9999-12-31T23:59:59Z" }],
    [{ to: "tomorrow" }],
    [{ to: "2026-02-30T00:00:00Z" }],
    [{ to: 1 }],
    [{ advance: "P1D", speed: 2 }],
    [[]],
  ])("refuses what is no move and moves nothing: %#", async (body) => {
    const before = await world.now();
    expect((await move(body)).status).toBe(400);
    expect((await world.now()).getTime() - before.getTime()).toBeLessThan(DAY);
  });

  it("does what is due now with PT0S and with a time that has passed, and never turns back", async () => {
    const one = await aTestWorld(target);
    await one.advance("P10D");
    for (const body of [{ advance: "PT0S" }, { to: "2020-01-01T00:00:00Z" }]) {
      const { id } = await one.send();
      const { from, now, settled } = await one.post("/v1/sandbox/clock", body);
      expect([settled, now >= from, Date.parse(now) - Date.parse(from) < 5_000]).toEqual([true, true, true]);
      expect((await one.record(id)).status).toBe("sent");
    }
  });

  it("refuses to lead a world over ten years ahead of real time, and works there", async () => {
    const one = await aTestWorld(target);
    for (let year = 1; year <= 10; year += 1) await one.advance("P365D");
    const beyond = await one.ask("POST", "/v1/sandbox/clock", { advance: "P30D" });
    expect([beyond.status, beyond.body.details]).toEqual([
      400,
      [{ field: "advance", message: "would move the clock over ten years ahead" }],
    ]);
    const { id } = await one.send({ to: "reply.jane@example.com" });
    await one.advance("PT1H");
    expect((await one.record(id)).status).toBe("sent");
    expect((await one.get("/v1/inbox/messages")).messages.length).toBe(1);
  });

  it("is safe beside other moves, a reset, sends and the deletion of a mailbox", async () => {
    const one = await aTestWorld(target);
    const doomed = await one.sandbox("doomed@shop.test");
    await one.batch([
      one.anEmail({ mailbox_id: doomed, to: "reply-after-1h.a@example.com" }),
      one.anEmail({ to: "reply-after-1h.b@example.com" }),
    ]);
    const answers = await Promise.all([
      one.ask("POST", "/v1/sandbox/clock", { advance: "PT2H" }),
      one.ask("DELETE", `/v1/mailboxes/${doomed}`),
      one.ask("POST", "/v1/sandbox/clock", { advance: "PT3H" }),
      one.ask("POST", "/v1/send", one.anEmail()),
      one.ask("GET", "/v1/sandbox/clock"),
    ]);
    for (const { status } of answers) expect([200, 204, 409]).toContain(status);
    const [reset, moved] = await Promise.all([
      one.ask("POST", "/v1/sandbox/reset"),
      one.ask("POST", "/v1/sandbox/clock", { advance: "P1D" }),
    ]);
    expect([204, 409]).toContain(reset.status);
    expect([200, 409]).toContain(moved.status);
    await one.ask("POST", "/v1/sandbox/reset");
    const { settled, next_at: next } = (await one.ask("POST", "/v1/sandbox/clock", { advance: "PT1H" })).body;
    expect([settled, next]).toEqual([true, undefined]);
    expect(JSON.stringify(await one.get("/v1/logs"))).not.toContain("example.com");
  });

  it("after a reset with queued sends sends nothing", async () => {
    const one = await aTestWorld(target);
    await one.batch(Array.from({ length: 20 }, () => one.anEmail({ to: "reply.jane@example.com" })));
    expect((await one.ask("POST", "/v1/sandbox/reset")).status).toBe(204);
    const { happened } = await one.advance("P1D");
    expect(happened).toEqual([]);
    expect((await one.get("/v1/credits")).balance).toBe(1_000_000);
  });
});

describe("a world that nobody moves", () => {
  it("does by itself what becomes due: sends, answers and mail that was put in", async () => {
    const one = await aTestWorld(target);
    await one.advance("P30D");
    const scheduled_at = new Date((await one.now()).getTime() + 2_500).toISOString();
    const { id } = await one.send({ to: "reply.jane@example.com", scheduled_at });
    await one.post("/v1/sandbox/mails", { mailbox_id: one.mailbox, mime: "From: jo@example.com\nSubject: Own\n\nHi", after: "PT3S" });
    await until(async () => ((await one.get("/v1/inbox/messages")).messages.length === 2 ? true : undefined));
    expect((await one.record(id)).sent_at >= scheduled_at).toBe(true);
  });

  it("waits for nothing at a mailbox that was disconnected, and gets its mail when it comes back", async () => {
    const one = await aTestWorld(target);
    await one.post("/v1/sandbox/mails", { mailbox_id: one.mailbox, mime: "From: jo@example.com\nSubject: Own\n\nHi", after: "PT1H" });
    expect((await one.ask("DELETE", `/v1/mailboxes/${one.mailbox}`)).status).toBe(204);
    expect((await one.get("/v1/sandbox/clock")).next_at).toBeUndefined();
    expect(await one.advance("P1D")).toMatchObject({ settled: true, happened: [] });
    expect(await one.sandbox("sales@shop.test", { inbox_sync_enabled: true })).toBe(one.mailbox);
    const { id } = await one.send();
    await one.advance("PT1M");
    expect((await one.record(id)).status).toBe("sent");
    expect((await one.get("/v1/inbox/messages")).messages.length).toBe(1);
  });
});

describe("odd mail", () => {
  const put = (mime: string, more: object = {}) => world.ask("POST", "/v1/sandbox/mails", { mailbox_id: world.mailbox, mime, ...more });
  const about = (subject: string) => `From: Jane <jane@example.com>\nTo: sales@shop.test\nSubject: ${subject}\n`;

  it.each([
    ["", 400],
    ["\n\n", 400],
    ["no header", 400],
    [": none\n\n", 400],
    [`${about("too long")}\n${"x".repeat(1_000_000)}`, 400],
  ])("that is none is refused: %#", async (mime, status) => {
    expect((await put(mime)).status).toBe(status);
  });

  it("is taken in bytes too, as another character set needs them, and once alone", async () => {
    const latin = Buffer.from(`${about("bytes")}Content-Type: text/plain; charset=iso-8859-1\n\nGrüße aus Köln\n`, "latin1").toString(
      "base64",
    );
    const mailbox_id = await world.sandbox("bytes@shop.test");
    const given = { mailbox_id, mime_base64: latin };
    expect((await world.ask("POST", "/v1/sandbox/mails", given)).status).toBe(201);
    await world.advance("PT1M");
    const { messages } = await world.get(`/v1/inbox/messages?mailbox_id=${mailbox_id}`);
    expect((await world.get(`/v1/inbox/messages/${messages[0].id}`)).body_text).toContain("Grüße aus Köln");
    const fieldsOf = async (body: object) => {
      const answer = await world.ask("POST", "/v1/sandbox/mails", { mailbox_id: world.mailbox, ...body });
      return [answer.status, answer.body.details?.map(({ field }: { field: string }) => field)];
    };
    expect(await fieldsOf({ mime: about("x"), mime_base64: latin })).toEqual([400, ["mime_base64"]]);
    expect(await fieldsOf({})).toEqual([400, ["mime"]]);
    expect(await fieldsOf({ mime_base64: "AAAA" })).toEqual([400, ["mime_base64"]]);
    expect(await fieldsOf({ mime_base64: "not base64" })).toEqual([400, ["mime_base64"]]);
  });

  it("at no mailbox, at another account's, or at one that reads none is refused", async () => {
    const blind = await world.sandbox("blind@shop.test", { inbox_sync_enabled: false });
    expect((await put(about("x"), { mailbox_id: ABSENT })).status).toBe(404);
    expect((await put(about("x"), { mailbox_id: blind })).status).toBe(400);
    expect((await put(about("x"), { after: "-PT1H" })).status).toBe(400);
  });

  it("arrives as any server's would, and holds nothing up", async () => {
    const report = [
      "From: MAILER-DAEMON@mx.example.com",
      "To: sales@shop.test",
      "Subject: failed",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      "",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.example.com",
      "",
      "Final-Recipient: rfc822; nobody@example.com",
      "Action: failed",
      "Status: 5.1.1",
      "",
      "--b",
      "Content-Type: text/rfc822-headers",
      "",
      "Message-ID: <unknown@shop.test>",
      "",
      "--b--",
    ].join("\n");
    const mails = [
      `${about("no id")}\nHi`,
      "Subject: headers only",
      "X:\n\n",
      `${about("binary")}Content-Type: application/octet-stream\nContent-Transfer-Encoding: 8bit\n\n${String.fromCharCode(...Array.from({ length: 256 }, (_, n) => n))}`,
      `${about("big")}\n${"x".repeat(990_000)}`,
      `${about("huge headers")}${Array.from({ length: 5_000 }, (_, n) => `X-${n}: ${"y".repeat(150)}`).join("\n")}\n\nHi`,
      `${about("deep")}${"Content-Type: message/rfc822\n\n".repeat(2_000)}`,
      report,
      `${about("same")}Message-ID: <same@example.com>\n\nHi`,
      `${about("same")}Message-ID: <same@example.com>\n\nHi`,
      "From: \nTo: \nDate: nonsense\nMessage-ID: <>\n\n\u0000\uffff",
    ];
    for (const mime of mails) expect((await put(mime, { after: "PT1H" })).status).toBe(201);

    const moved = await world.advance("PT2H");

    expect(moved.settled).toBe(true);
    const { messages } = await world.get(`/v1/inbox/messages?mailbox_id=${world.mailbox}&limit=100&include_bodies=true`);
    expect(messages.length).toBe(mails.length - 1);
    const next = await put(`${about("after all")}\nHi`);
    expect([next.status, (await world.advance("PT1M")).settled]).toEqual([201, true]);
    expect((await world.get("/v1/inbox/messages?limit=1")).messages[0].subject).toBe("after all");
  });

  it("between two sandbox mailboxes with answering names goes round no loop", async () => {
    const one = await aTestWorld(target);
    const [a, b] = [await one.sandbox("reply.a@shop.test"), await one.sandbox("reply.b@shop.test")];
    await one.send({ mailbox_id: a, to: "reply.b@shop.test" });
    await one.send({ mailbox_id: b, to: "reply.a@shop.test" });
    const { happened } = await one.advance("P30D");
    expect(happened.find(({ type }: { type: string }) => type === "send.sent")?.count).toBe(2);
    expect((await one.get("/v1/inbox/messages")).messages.length).toBeLessThanOrEqual(2);
  });

  it("goes with its mailbox when that is purged, and what was on its way never arrives", async () => {
    const one = await aTestWorld(target);
    await one.send({ to: "reply.jane@example.com" });
    await one.send({ to: "reply-after-5d.jane@example.com" });
    await one.advance("PT1H");
    expect((await one.ask("DELETE", `/v1/mailboxes/${one.mailbox}?purge=true`)).status).toBe(204);
    const moved = await one.advance("P10D");
    expect(moved).toMatchObject({ settled: true, happened: [] });
    expect((await one.get("/v1/sandbox/clock")).next_at).toBeUndefined();
    const { connectLive } = await import("#shared/platform/wiring/database.ts");
    const left = await (await connectLive()).raw.collection("test.sandboxMails").find({}).toArray();
    expect(left.filter(({ mailboxId }) => String(mailboxId) === one.mailbox)).toEqual([]);
  });
});
