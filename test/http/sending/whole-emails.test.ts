// Emails to several with files, answers to all and forwards with what was attached, through the whole system (api/README.md, "Sending").
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "#test/support/client.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

const ADDRESS = "office@sandbox.test";
let system: RunningSystem;
let mailbox: string;
let idOf: (subject: string) => string | undefined;

const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
const file = (bytes: number) => ({ name: "big.bin", type: "application/octet-stream", content: base64(Buffer.alloc(bytes, 7)) });
const anEmail = (more: object) => ({ mailbox_id: mailbox, to: "jane@sandbox.test", subject: "Hi", body_text: "Hello", ...more });
const recordOf = async (id: string) => (await system.call("GET", `/v1/send/${id}/status`)).body;
const sent = (id: string) => until(async () => ((await recordOf(id)).status === "sent" ? recordOf(id) : undefined));

beforeAll(async () => {
  system = await runSystem();
  const part = `--B\r\nContent-Type: text/plain\r\n\r\nSee the file\r\n--B\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="plan.pdf"\r\n\r\n${base64("%PDF")}\r\n--B--\r\n`;
  const filled = await system.mailboxWith(ADDRESS, () => {
    system.put(ADDRESS, "plan", { "Content-Type": "multipart/mixed; boundary=B", "MIME-Version": "1.0" }, { body: part });
    system.put(ADDRESS, "meeting", { To: `${ADDRESS}, Kim <kim1@sandbox.test>`, Cc: "zoe1@sandbox.test, jane@peer.test" });
  });
  mailbox = filled.id;
  idOf = (subject) => filled.messages.find((row) => row.subject === subject)?.id;
});
afterAll(() => system?.stop());

describe("an email to several", () => {
  it("comes to each of them whole, names no bcc to anybody, costs one credit and is found by all of them", async () => {
    const balance = async () => (await system.call("GET", "/v1/credits")).body.balance;
    const before = await balance();
    const { status, body } = await system.call("POST", "/v1/send", {
      ...anEmail({ to: "Jane Doe <several1@sandbox.test>", subject: "Whole", from_name: "Office, Ltd." }),
      cc: [{ name: "Größe", email: "several2@sandbox.test" }, "several1@SANDBOX.test"],
      bcc: ["several3@sandbox.test"],
      body_html: '<p>Look: <img src="cid:logo"></p>',
      attachments: [
        { name: "Angebot – Größe.txt", type: "text/plain; charset=utf-8", content: base64("Fünf\r\n.\r\n") },
        { name: "dot.gif", type: "image/gif", content: base64("GIF89a"), content_id: "logo" },
      ],
    });
    expect([status, body.to]).toEqual([200, "several1@sandbox.test"]);

    for (const address of ["several1@sandbox.test", "several2@sandbox.test", "several3@sandbox.test"]) {
      const mail = await system.delivered(address);
      expect(mail.from?.value).toEqual([{ name: "Office, Ltd.", address: ADDRESS }]);
      expect([mail.to, mail.cc].flat().map((people) => people?.value)).toEqual([
        [{ name: "Jane Doe", address: "several1@sandbox.test" }],
        [{ name: "Größe", address: "several2@sandbox.test" }],
      ]);
      expect(mail.attachments.map(({ filename, content, cid }) => [filename, content.toString(), cid])).toEqual([
        ["dot.gif", "GIF89a", "logo"],
        ["Angebot – Größe.txt", "Fünf\r\n.\r\n", undefined],
      ]);
      expect(mail.raw.slice(mail.raw.indexOf("\r\nFrom: "))).not.toMatch(/several3|^bcc/im);
      expect(system.store.folder(address, "INBOX")?.messages).toHaveLength(1);
    }
    expect(await sent(body.id)).toMatchObject({
      to_email: "several1@sandbox.test",
      to_name: "Jane Doe",
      from_name: "Office, Ltd.",
      refused: [],
      bounces: [],
      cc: [{ name: "Größe", email: "several2@sandbox.test" }],
      bcc: [{ name: "", email: "several3@sandbox.test" }],
      attachments: [
        { name: "Angebot – Größe.txt", type: "text/plain; charset=utf-8", size: 10, content_id: "" },
        { name: "dot.gif", type: "image/gif", size: 6, content_id: "logo" },
      ],
    });
    const logged = await system.call("GET", "/v1/logs?to=several3@sandbox.test");
    expect(logged.body.map(({ id }: { id: string }) => id)).toEqual([body.id]);
    expect(await balance()).toBe(before - 1);
  });

  it("names the recipient whose copy came back", async () => {
    const { body } = await system.call("POST", "/v1/send", anEmail({ cc: ["bounce.kim@sandbox.test"] }));

    const record = await until(async () => {
      await system.pull(mailbox);
      const found = await recordOf(body.id);
      return found.bounces.length > 0 ? found : undefined;
    });

    expect(record).toMatchObject({ status: "sent", bounces: [{ email: "bounce.kim@sandbox.test", at: record.bounced_at }] });
  });
});

describe("answers and forwards", () => {
  it("reply_all goes to the others too, without the mailbox itself", async () => {
    const { status, body } = await system.call("POST", `/v1/inbox/messages/${idOf("meeting")}/reply`, {
      body_text: "Yes",
      reply_all: true,
    });

    expect([status, body.to]).toEqual([200, "jane@peer.test"]);
    expect(await recordOf(body.id)).toMatchObject({
      cc: [
        { name: "Kim", email: "kim1@sandbox.test" },
        { name: "", email: "zoe1@sandbox.test" },
      ],
    });
    expect((await system.delivered("kim1@sandbox.test")).text).toContain("Yes");
  });

  it("include_attachments fetches the original's files and sends them along", async () => {
    const forward = (more: object) => system.call("POST", `/v1/inbox/messages/${idOf("plan")}/forward`, more);
    const { status } = await forward({ to: "boss1@sandbox.test", include_attachments: true, attachments: [file(1)] });
    expect(status).toBe(200);
    const { attachments, text } = await system.delivered("boss1@sandbox.test");
    expect(attachments.map(({ filename, content }) => [filename, content.toString()])).toEqual([
      ["big.bin", "\u0007"],
      ["plan.pdf", "%PDF"],
    ]);
    expect(text).toContain("plan.pdf");

    const refused = await forward({ to: "boss1@sandbox.test", include_attachments: true, attachments: [file(2_999_997)] });
    expect([refused.status, refused.body.details]).toMatchObject([400, [{ field: "include_attachments" }]]);
  });
});

describe("the largest", () => {
  const later = (more: object) => anEmail({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString(), ...more });
  const batch = (...emails: object[]) => system.call("POST", "/v1/send/batch", { emails });

  it("email has 3 MB of files with 1 MB of text; beyond it 400, beyond 5.5 MB of request 413", async () => {
    const send = (more: object) => system.call("POST", "/v1/send", later(more));

    const largest = await send({ attachments: [file(2_000_000), file(1_000_000)], body_text: "x".repeat(1_000_000) });
    expect(largest.status).toBe(200);
    expect((await recordOf(largest.body.id)).attachments).toMatchObject([{ size: 2_000_000 }, { size: 1_000_000 }]);

    const over = await send({ attachments: [file(3_000_001)] });
    expect([over.status, over.body.details]).toMatchObject([
      400,
      [{ field: "attachments", message: "must have at most 3 MB together, decoded" }],
    ]);
    expect((await send({ attachments: [file(4_200_000)] })).status).toBe(413);
  });

  it("batch has 4.1 MB of files, each email of it 3 MB; beyond that its own element fails, beyond 5.5 MB the request is 413", async () => {
    const [two, one, over] = [2_050_000, 1, 3_000_001].map((bytes) => later({ attachments: [file(bytes)] }));

    expect((await batch(two!, two!)).body.results).toMatchObject([{ status: "scheduled" }, { status: "scheduled" }]);
    const { body } = await batch(one!, over!);
    expect(body.results).toMatchObject([{ status: "scheduled" }, { status: "failed", details: [{ field: "attachments" }] }]);
    expect((await batch(two!, two!, one!, later({ body_text: "x".repeat(40_000) }))).status).toBe(413);
  });
});
