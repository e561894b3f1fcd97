// How messages come from Microsoft Graph, one guard at a time: whole, in pieces, not at all.
import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { fetchGraphHeaders, fetchGraphMails, fetchGraphPart } from "#shared/transports/graph/read-changes.ts";
import { readsOver, type ServerAnswer, wantedOf } from "#test/support/api-reads.ts";

const KB = 1024;
const MB = KB * KB;
const LARGE = 300 * KB;
const json = (body: unknown): ServerAnswer => ({ status: 200, body });
const gone: ServerAnswer = { status: 404 };
/** A server by what stands behind `/messages/`. */
const over = (answers: Readonly<Record<string, ServerAnswer>>) =>
  readsOver("graph", (path) => {
    const [, rest = ""] = /\/messages\/(.*)$/.exec(path) ?? [];
    return (
      answers[
        rest
          .replace(/\?.*internetMessageHeaders,body.*/, " body")
          .replace(/\?\$select=internet.*/, " headers")
          .replace(/\?.*/, "")
      ] ?? gone
    );
  });
const header = (name: string, value: string) => ({ name, value });
const described = (content: string, contentType = "text", headers: object[] = []) =>
  json({ internetMessageHeaders: [header("Subject", "Hi"), ...headers], body: { contentType, content } });
const listed = (...value: unknown[]) => json({ value });
const one = async (answers: Readonly<Record<string, ServerAnswer>>, size: number | undefined = LARGE) =>
  (await fetchGraphMails(over(answers).reads, [wantedOf("a", 7, size)]))[0];

describe("small messages", () => {
  const mime = (subject: string) => Buffer.from(`Subject: ${subject}\r\n\r\nHello`);

  it("come whole in a batch, by their UIDs", async () => {
    const { reads, asked } = over({ "a/$value": mime("A"), "b/$value": mime("B") });
    const mails = await fetchGraphMails(reads, [wantedOf("b", 2, undefined, false), wantedOf("a", 1, 256 * KB)]);

    expect(mails.map(({ facts, parsed }) => [facts.uid, parsed.subject, parsed.text])).toEqual([
      [1, "A", "Hello"],
      [2, "B", "Hello"],
    ]);
    expect(asked.map(({ isBatch }) => isBatch)).toEqual([true, true]);
  });

  it("that are gone or no text are missing, and no other is", async () => {
    const answers = {
      "a/$value": mime("A"),
      "b/$value": gone,
      "c/$value": json({ not: "bytes" }),
      "d/$value": Buffer.alloc(0),
      "e/$value": mime("E"),
    };
    const wanted = ["a", "b", "c", "d", "e"].map((id, at) => wantedOf(id, at + 1, 10));
    expect((await fetchGraphMails(over(answers).reads, wanted)).map(({ parsed }) => parsed.subject)).toEqual(["A", "E"]);
  });

  it("are not those over 256 KB, nor those of unknown size with files", async () => {
    for (const [size, hasAttachments, isWhole] of [
      [256 * KB, true, true],
      [256 * KB + 1, true, false],
      [undefined, true, false],
      [undefined, false, true],
    ] as const) {
      const { reads, asked } = over({});
      await fetchGraphMails(reads, [wantedOf("a", 1, size, hasAttachments)]);
      expect(asked[0]?.path.endsWith("$value"), `${size}`).toBe(isWhole);
    }
  });
});

describe("large messages", () => {
  it("come in pieces: headers, the body, which files there are, and no file's bytes", async () => {
    const files = [
      { id: "f1", name: "plan.pdf", contentType: "Application/PDF", size: 9_000, isInline: false, contentId: " <c1> " },
      { id: "f2", name: "", size: "odd", isInline: true },
      { "@odata.type": "#microsoft.graph.itemAttachment", id: "f3", name: "Mail", isInline: "yes" },
    ];
    const { reads, asked } = over({ "a body": described("Hello"), "a/attachments": listed(...files) });
    const [mail] = await fetchGraphMails(reads, [wantedOf("a", 7, LARGE)]);

    expect(mail).toMatchObject({ facts: { uid: 7 }, parsed: { subject: "Hi", text: "Hello", html: "" } });
    expect(mail?.parsed.attachments).toMatchObject([
      { part: "graph:f1", filename: "plan.pdf", contentType: "application/pdf", size: 9_000, isInline: false, contentId: "c1" },
      { part: "graph:f2", contentType: "application/octet-stream", size: 0, isInline: true, contentId: "" },
      { part: "graph:f3", filename: "Mail", contentType: "message/rfc822", isInline: false },
    ]);
    expect(asked.map(({ isBatch }) => isBatch)).toEqual([true, true]);
  });

  it("have their body as HTML unless Graph calls it text", async () => {
    expect((await one({ "a body": described("<p>Hello</p>", "html"), "a/attachments": listed() }))?.parsed).toMatchObject({
      html: "<p>Hello</p>",
    });
    expect((await one({ "a body": described("a < b", "text"), "a/attachments": listed() }))?.parsed).toMatchObject({
      text: "a < b",
      html: "",
    });
  });

  it.each([
    ["a report", "multipart/report; report-type=delivery-status"],
    ["a signed one", "application/x-pkcs7-mime"],
  ])("come whole as %s, however large", async (_, type) => {
    const answers = { "a body": described("x", "text", [header("Content-Type", type)]), "a/attachments": listed() };
    const whole = over({ ...answers, "a/$value": Buffer.from("Subject: Whole\r\n\r\nAll") });
    const [mail] = await fetchGraphMails(whole.reads, [wantedOf("a", 7, LARGE)]);

    expect(mail).toMatchObject({ facts: { uid: 7 }, parsed: { subject: "Whole", text: "All" } });
    expect(whole.asked.at(-1)).toMatchObject({ isBatch: false, readMax: 25 * MB + 1 });
    expect(await one(answers)).toBeUndefined();
  });

  it("of which Graph lacks the text or the list of files are missing", async () => {
    expect(await one({ "a/attachments": listed() })).toBeUndefined();
    expect(await one({ "a body": described("Hello") })).toBeUndefined();
    expect(await one({ "a body": json({}), "a/attachments": json({}) })).toMatchObject({ parsed: { text: "", attachments: [] } });
  });
});

it("headers alone say that the body is missing", async () => {
  const { reads } = over({ "a headers": json({ internetMessageHeaders: [header("Subject", "Two\r\nlines")] }) });
  const mail = await fetchGraphHeaders(reads, wantedOf("a", 4, LARGE));

  expect(mail).toMatchObject({ facts: { uid: 4 }, headersOnly: true, parsed: { subject: "Two lines", text: "", attachments: [] } });
  expect(mail?.parsed.truncated).toEqual({ body: true, headers: false, parts: false });
  expect(await fetchGraphHeaders(over({}).reads, wantedOf("a", 4, LARGE))).toBeUndefined();
});

describe("a part", () => {
  const { item } = wantedOf("a", 1, LARGE);
  const partAt = async (answers: Readonly<Record<string, ServerAnswer>>, part: string, maxBytes = 10) => {
    const { reads, asked } = over(answers);
    return { found: await fetchGraphPart(reads, item, { part, maxBytes }), asked };
  };

  it("of a message that was read whole is cut out of its MIME", async () => {
    const raw = Buffer.from("Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVsbG8=\r\n");
    const { found, asked } = await partAt({ "a/$value": raw }, "1", 4);
    expect(found).toEqual({ encoding: "base64", content: Buffer.from("SGVs"), complete: false });
    expect(asked).toMatchObject([{ readMax: 64 * MB, isBatch: false }]);
    expect((await partAt({ "a/$value": raw }, "9")).found).toBeUndefined();
  });

  it("of a large message is an attachment, by its id", async () => {
    const { found, asked } = await partAt({ "a/attachments/f%2F1/$value": Buffer.from("1234567890") }, "graph:f/1");
    expect(found).toEqual({ encoding: "", content: Buffer.from("1234567890"), complete: true });
    expect(asked).toMatchObject([{ readMax: 11 }]);
  });

  it("that is gone is none, and an error is no missing part", async () => {
    for (const [part, path] of [
      ["1", "a/$value"],
      ["graph:f", "a/attachments/f/$value"],
    ] as const) {
      expect((await partAt({}, part)).found).toBeUndefined();
      for (const status of [400, 403, 410, 500]) await expect(partAt({ [path]: { status } }, part)).rejects.toMatchObject({ code: status });
      await expect(partAt({ [path]: new Error("cut") }, part)).rejects.toBeInstanceOf(MailFailure);
      await expect(partAt({ [path]: Buffer.alloc(64 * MB) }, part)).rejects.toBeInstanceOf(MailFailure);
    }
  });

  it("is not asked for once reading was stopped", async () => {
    const { reads, asked, stop } = over({});
    stop.abort();
    await expect(fetchGraphPart(reads, item, { part: "1", maxBytes: 9 })).rejects.toThrow(/abort/);
    await expect(fetchGraphHeaders(reads, wantedOf("a", 1, 5))).rejects.toThrow(/abort/);
    expect(asked).toEqual([]);
  });
});
