// How messages come from Gmail, one guard at a time: whole, in pieces, not at all.
import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { fetchGmailHeaders, fetchGmailMails, fetchGmailPart, providerIdOf } from "#shared/transports/gmail/fetch-gmail-mails.ts";
import { gmailRules } from "#shared/transports/gmail/gmail-client.ts";
import { readsOver, type ServerAnswer, wantedOf } from "#test/support/api-reads.ts";

const KB = 1024;
const LARGE = 300 * KB;
const MB = KB * KB;
const url64 = (text: string) => Buffer.from(text).toString("base64url");
const json = (body: unknown): ServerAnswer => ({ status: 200, body });
const gone: ServerAnswer = { status: 404 };
const over = (answers: Readonly<Record<string, ServerAnswer>>) =>
  readsOver("gmail_api", (path) => {
    const [, id = "", format = ""] = /\/messages\/([^?]+)(?:\?format=(\w+))?$/.exec(path) ?? [];
    return answers[`${id} ${format}`.trim()] ?? gone;
  });
const header = (name: string, value: string) => ({ name, value });
const part = (partId: string, mimeType: string, body: object, headers: object[] = [], filename = "") => ({
  partId,
  mimeType,
  body,
  headers,
  filename,
});
const payload = (parts: object[], headers: object[] = [], mimeType = "multipart/mixed") => ({
  mimeType,
  headers: [header("Subject", "Hi"), header("From", "jane@peer.test"), ...headers],
  parts,
});
const text = (words: string, headers: object[] = []) => part("0", "text/plain", { data: url64(words) }, headers);
const one = async (answers: Readonly<Record<string, ServerAnswer>>, size: number | undefined = LARGE) =>
  (await fetchGmailMails(over(answers).reads, [wantedOf("a", 7, size)]))[0];

describe("small messages", () => {
  const raw = (subject: string, threadId?: unknown) => json({ raw: url64(`Subject: ${subject}\r\n\r\nHello\r\n`), threadId });

  it("come whole in a batch, by their UIDs, with their conversation's number as IMAP calls it", async () => {
    const { reads, asked } = over({ "a raw": raw("A", "1f"), "b raw": raw("B", "no hex"), "c raw": raw("C") });
    const mails = await fetchGmailMails(reads, [wantedOf("c", 3, 256 * KB), wantedOf("a", 1, 10), wantedOf("b", 2, undefined, false)]);

    expect(mails.map(({ facts, parsed }) => [facts.uid, parsed.subject, facts.providerThreadId])).toEqual([
      [1, "A", "gm:31"],
      [2, "B", undefined],
      [3, "C", undefined],
    ]);
    expect(asked.map(({ isBatch, readMax }) => [isBatch, readMax])).toEqual([1, 2, 3].map(() => [true, 32 * MB]));
  });

  it("that are gone, empty or unreadable are missing, and no other is", async () => {
    const { reads } = over({ "a raw": raw("A"), "b raw": json({ raw: "" }), "c raw": json({ raw: 7 }), "d raw": gone, "e raw": raw("E") });
    const mails = await fetchGmailMails(
      reads,
      ["a", "b", "c", "d", "e"].map((id, at) => wantedOf(id, at + 1, 10)),
    );
    expect(mails.map(({ parsed }) => parsed.subject)).toEqual(["A", "E"]);
  });
});

describe("large messages", () => {
  it("come in pieces: headers, texts, which files there are, and no file's bytes", async () => {
    const file = part(
      "2",
      "Application/PDF",
      { size: 9_000, attachmentId: "changes" },
      [header("Content-Disposition", "ATTACHMENT; filename=x"), header("Content-ID", " <c1> ")],
      "plan.pdf",
    );
    const inline = part("3", "image/png", { size: 5, attachmentId: "i" }, [header("content-id", "<c2>")]);
    const named = part("4", "image/gif", { size: "odd" }, [header("Content-Disposition", "inline")], "b.gif");
    const html = part("1", "text/html", { data: url64("<p>Hello</p>") });
    const { reads, asked } = over({ "a full": json({ threadId: "ff", payload: payload([text("Hello"), html, file, inline, named]) }) });
    const [mail] = await fetchGmailMails(reads, [wantedOf("a", 7, LARGE)]);

    expect(mail?.facts).toMatchObject({ uid: 7, providerThreadId: "gm:255" });
    expect(mail?.parsed).toMatchObject({ subject: "Hi", text: "Hello", html: "<p>Hello</p>" });
    expect(mail?.parsed.attachments).toMatchObject([
      { part: "gmail:2", filename: "plan.pdf", contentType: "application/pdf", size: 9_000, isInline: false, contentId: "c1" },
      { part: "gmail:3", contentType: "image/png", size: 5, isInline: true, contentId: "c2" },
      { part: "gmail:4", filename: "b.gif", size: 0, isInline: true, contentId: "" },
    ]);
    expect(asked).toMatchObject([{ path: "/gmail/v1/users/me/messages/a?format=full", readMax: 32 * MB, isBatch: false }]);
  });

  it("are those over 256 KB, or of unknown size with files", async () => {
    for (const [size, hasAttachments, format] of [
      [256 * KB, true, "raw"],
      [256 * KB + 1, true, "full"],
      [undefined, true, "full"],
      [undefined, false, "raw"],
    ] as const) {
      const { reads, asked } = over({});
      await fetchGmailMails(reads, [wantedOf("a", 1, size, hasAttachments)]);
      expect(asked.map(({ path }) => path.split("=")[1])).toEqual([format]);
    }
  });

  it("have a long text fetched by its attachment's id, and an empty one where it is gone", async () => {
    const long = part("0", "text/plain", { size: 9, attachmentId: "t1" });
    const full = json({ payload: payload([long]) });
    expect((await one({ "a full": full, "a/attachments/t1": json({ data: url64("From afar") }) }))?.parsed.text).toBe("From afar");
    expect((await one({ "a full": full }))?.parsed.text).toBe("");
    const nothing = json({ payload: payload([part("0", "text/plain", {})]) });
    expect((await one({ "a full": nothing }))?.parsed.text).toBe("");
  });

  it("are read in UTF-8, to which Gmail converts, or else by the part's own charset", async () => {
    const latin = (bytes: Buffer, charset: string) =>
      one({
        "a full": json({
          payload: payload([
            part("0", "text/plain", { data: bytes.toString("base64url") }, [header("Content-Type", `text/plain; charset=${charset}`)]),
          ]),
        }),
      });
    expect((await latin(Buffer.from("Grüße"), "iso-8859-1"))?.parsed.text).toBe("Grüße");
    expect((await latin(Buffer.from("Grüße", "latin1"), "iso-8859-1"))?.parsed.text).toBe("Grüße");
    // ISO-2022-JP is ASCII to the eye, with escapes.
    expect((await latin(Buffer.from("\u001b$B$3$s\u001b(B", "latin1"), "iso-2022-jp"))?.parsed.text).toBe("こん");
    expect((await one({ "a full": json({ payload: payload([text("Grüße")]) }) }))?.parsed.text).toBe("Grüße");
  });

  it.each([
    ["a report", [header("Content-Type", "multipart/report; report-type=delivery-status")], [text("Bounced")]],
    ["a signed one", [header("Content-Type", "application/pkcs7-mime")], [text("Signed")]],
    ["one with a mail in it", [], [text("See"), part("1", "message/rfc822", { size: 4 })]],
  ])("come whole as %s, whose pieces are not listed", async (_, headers, parts) => {
    const answers = {
      "a full": json({ threadId: "a", payload: payload(parts, headers) }),
      "a raw": json({ raw: url64("Subject: Whole\r\n\r\nAll") }),
    };
    const { reads, asked } = over(answers);
    const [mail] = await fetchGmailMails(reads, [wantedOf("a", 7, LARGE)]);

    expect(mail).toMatchObject({ facts: { uid: 7, providerThreadId: "gm:10" }, parsed: { subject: "Whole", text: "All" } });
    expect(asked.map(({ readMax }) => readMax)).toEqual([32 * MB, Math.ceil(25 * MB * 1.4)]);
    expect(await one({ "a full": answers["a full"] })).toBeUndefined();
  });

  it("are read through nested parts, an alternative's as such, and an invitation's method", async () => {
    const alternatives = {
      mimeType: "multipart/alternative",
      headers: [],
      parts: [text("Plain"), part("1", "text/html", { data: url64("<b>Rich</b>") }, [], "body.html")],
    };
    const invitation = part("2", "text/calendar", { data: url64("BEGIN:VCALENDAR") }, [
      header("Content-Type", "text/calendar; method=REQUEST"),
    ]);
    const mail = await one({ "a full": json({ payload: payload([alternatives, invitation]) }) });

    expect(mail?.parsed).toMatchObject({ text: "Plain", html: "<b>Rich</b>", calendarMethod: "request" });
    expect(mail?.parsed.attachments.map(({ part: at }) => at)).toEqual(["gmail:2"]);
  });

  it("have a second text with a name as a file, unless it is the first or an alternative", async () => {
    const notes = part("1", "text/plain", { data: url64("Notes"), size: 5 }, [], "notes.txt");
    const mail = await one({ "a full": json({ payload: payload([text("Words"), notes]) }) });
    expect(mail?.parsed).toMatchObject({ text: "Words", attachments: [{ filename: "notes.txt" }] });
    const first = await one({ "a full": json({ payload: payload([notes]) }) });
    expect(first?.parsed).toMatchObject({ text: "Notes", attachments: [] });
  });

  it("are read however deep their JSON may nest, and 200 parts wide at most", async () => {
    const nested = (levels: number): object =>
      levels === 0 ? text("Deep") : { mimeType: "multipart/mixed", headers: [], parts: [nested(levels - 1)] };
    expect((await one({ "a full": json({ payload: payload([nested(11)]) }) }))?.parsed.text).toBe("Deep");
    const many = Array.from({ length: 300 }, (_, at) => part(`${at}`, "image/png", { size: 1 }, [], `${at}.png`));
    const mail = await one({ "a full": json({ payload: payload(many) }) });
    expect(mail?.parsed.attachments.length).toBeLessThanOrEqual(201);
    expect(mail?.parsed.truncated.parts).toBe(true);
  });
});

describe("what Gmail refuses", () => {
  it.each([
    ["that it is gone", 404],
    ["as too long", 413],
    ["for its form", 400],
  ])("of one message %s is a missing message", async (_, status) => {
    expect(await one({ "a full": { status } })).toBeUndefined();
    expect(await fetchGmailHeaders(over({ "a metadata": { status } }).reads, wantedOf("a", 1, 5))).toBeUndefined();
    expect(await fetchGmailPart(over({ "a raw": { status } }).reads, wantedOf("a", 1, 5).item, { part: "1", maxBytes: 9 })).toBeUndefined();
  });

  it.each([
    ["the grant", 401],
    ["the scope", 403],
    ["the whole call", 500],
  ])("about %s is an error, and no missing message", async (_, status) => {
    const failing = one({ "a full": { status } });
    await expect(failing).rejects.toBeInstanceOf(MailFailure);
    await expect(failing).rejects.toMatchObject({ code: status });
    await expect(fetchGmailHeaders(over({ "a metadata": { status } }).reads, wantedOf("a", 1, 5))).rejects.toMatchObject({ code: status });
  });

  it("is no answer where the connection breaks, and an answer that is too long is a missing message", async () => {
    await expect(one({ "a full": new Error("cut") })).rejects.toBeInstanceOf(MailFailure);
    const long = over({
      "a/attachments/t": Buffer.alloc(64 * MB, 32),
      "a full": json({ payload: payload([part("0", "text/plain", { attachmentId: "t" })]) }),
    });
    const [mail] = await fetchGmailMails(long.reads, [wantedOf("a", 7, LARGE)]);
    expect(mail?.parsed.text).toBe("");
  });

  it("is not asked once reading was stopped", async () => {
    const { reads, asked, stop } = over({});
    stop.abort();
    await expect(fetchGmailHeaders(reads, wantedOf("a", 1, 5))).rejects.toThrow(/abort/);
    await expect(fetchGmailMails(reads, [wantedOf("a", 1, 5)])).rejects.toThrow(/abort/);
    expect(asked).toEqual([]);
  });

  it("to say: an answer without a message is a missing one", async () => {
    expect(await one({ "a full": json({}) })).toBeUndefined();
    expect(await fetchGmailHeaders(over({ "a metadata": json({}) }).reads, wantedOf("a", 1, 5))).toBeUndefined();
  });
});

it("headers alone say that the body is missing", async () => {
  const { reads, asked } = over({ "a metadata": json({ threadId: "a", payload: { headers: [header("Subject", "Two\r\nlines")] } }) });
  const mail = await fetchGmailHeaders(reads, wantedOf("a", 4, LARGE));

  expect(mail).toMatchObject({ facts: { uid: 4, providerThreadId: "gm:10" }, headersOnly: true, parsed: { subject: "Two lines" } });
  expect(mail?.parsed).toMatchObject({ text: "", attachments: [], reports: [], truncated: { body: true, headers: false, parts: false } });
  expect(asked).toMatchObject([{ readMax: 32 * MB }]);
});

describe("a part", () => {
  const { item } = wantedOf("a", 1, LARGE);
  const file = (body: object) => json({ payload: payload([text("Words"), part("2", "image/png", body)]) });
  const partAt = (answers: Readonly<Record<string, ServerAnswer>>, name: string, maxBytes = 10) => {
    const { reads, asked } = over(answers);
    return fetchGmailPart(reads, item, { part: name, maxBytes }).then((found) => ({ found, asked }));
  };

  it("of a message that was read whole is cut out of its MIME", async () => {
    const raw = json({ raw: url64("Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVsbG8=\r\n") });
    const { found, asked } = await partAt({ "a raw": raw }, "1", 4);
    expect(found).toEqual({ encoding: "base64", content: Buffer.from("SGVs"), complete: false });
    expect(asked).toMatchObject([{ readMax: Math.ceil(64 * MB * 1.4) }]);
    expect((await partAt({ "a raw": raw }, "9")).found).toBeUndefined();
    expect((await partAt({}, "1")).found).toBeUndefined();
  });

  it("of a large message comes by the id of its part, from the answer or by the attachment's id of now", async () => {
    expect((await partAt({ "a full": file({ data: url64("1234567890"), size: 10 }) }, "gmail:2")).found).toEqual({
      encoding: "",
      content: Buffer.from("1234567890"),
      complete: true,
    });
    const { found, asked } = await partAt(
      { "a full": file({ attachmentId: "now/1", size: 10 }), "a/attachments/now%2F1": json({ data: url64("1234567890") }) },
      "gmail:2",
    );
    expect(found).toEqual({ encoding: "", content: Buffer.from("1234567890"), complete: true });
    expect(asked.map(({ readMax }) => readMax)).toEqual([32 * MB, 14 + KB]);
  });

  it("that is longer than asked for is cut, or is not fetched at all where its size says so", async () => {
    expect((await partAt({ "a full": file({ data: url64("12345678901") }) }, "gmail:2")).found).toEqual({
      encoding: "",
      content: Buffer.from("1234567890"),
      complete: false,
    });
    const { found, asked } = await partAt({ "a full": file({ attachmentId: "x", size: 11 }) }, "gmail:2");
    expect(found).toEqual({ encoding: "", content: Buffer.alloc(0), complete: false });
    expect(asked).toHaveLength(1);
  });

  it("that is not there, or holds nothing, is none", async () => {
    for (const answer of [file({}), file({ attachmentId: "" }), file({ attachmentId: "gone", size: 1 }), json({}), gone])
      expect((await partAt({ "a full": answer }, "gmail:2")).found).toBeUndefined();
    expect((await partAt({ "a full": file({ data: url64("x") }) }, "gmail:3")).found).toBeUndefined();
  });
});

it("a message has the number by which IMAP knows it, or its own name where it has none", () => {
  expect(["1f", "F", "0".repeat(17), "xyz", ""].map(providerIdOf)).toEqual([
    "gm:31",
    "gm:15",
    `gmail:${"0".repeat(17)}`,
    "gmail:xyz",
    "gmail:",
  ]);
});

it("Gmail's words say until when to wait, an hour at most, and never a time that has passed", () => {
  const now = Date.parse("2026-11-27T12:00:00Z");
  const told = (words: string) => gmailRules.toldMs!(words, now);
  expect(told("User-rate limit exceeded.  Retry after 2026-11-27T12:00:07.500Z")).toBe(7_500);
  expect([
    told("Retry after 2026-11-27T14:00:00Z"),
    told("retry after 2026-11-27T11:00:00.000Z"),
    told("Slow down"),
    told("Retry after 2026-99-99T00:00:00Z"),
  ]).toEqual([3_600_000, 0, undefined, undefined]);
});
