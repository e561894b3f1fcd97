import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseHeadersAndParts } from "#shared/mail/read/mime/parse-message.ts";
import { readTnef } from "#shared/mail/read/tnef/read-tnef.ts";
import { aMultipart } from "../raw-mail.ts";
import { attached, properties, tnefStream } from "./tnef-stream.ts";

const pdf = Buffer.from("%PDF-1.4 …");
const whole = tnefStream([
  [1, 0x69007, Buffer.from([0xe3, 0x04, 0, 0, 0, 0, 0, 0])],
  [1, 0x2800c, Buffer.from("\xcf\xf0\xe8\xe2\xe5\xf2\0", "latin1")],
  ...attached("OFFER~1.PDF", pdf, [
    [0x3707, 0x1f, "Angebot Größe.pdf"],
    [0x370e, 0x1e, "application/pdf"],
  ]),
  ...attached("..\\evil\\..\\a/b.txt", Buffer.from("text"), [[0x370e, 0x1e, "text/html\r\nX: y"]]),
]);

describe("a winmail.dat", () => {
  it("gives its text in its code page, and its attachments with their long names", () => {
    const { text, attachments } = readTnef(whole);

    expect(text).toBe("Привет");
    expect(attachments[0]).toMatchObject({ filename: "Angebot Größe.pdf", contentType: "application/pdf", data: pdf });
  });

  it("gives names without folders and types that are one", () => {
    expect(readTnef(whole).attachments[1]).toMatchObject({ filename: "b.txt", contentType: "application/octet-stream" });
  });

  it("gives the html of its message, in the code page that it names", () => {
    const list = properties([
      [0x3fde, 3, 65001],
      [0x1013, 0x102, Buffer.from("<p>Größe</p>")],
    ]);

    expect(readTnef(tnefStream([[1, 0x69003, list]]))).toMatchObject({ html: "<p>Größe</p>", text: "" });
  });

  it("never throws and keeps to its bounds, cut off or broken anywhere", () => {
    const message = tnefStream([[1, 0x69003, properties([[0x1013, 0x102, Buffer.from("<p>x</p>")]])], ...attached("a", pdf)]);
    fc.assert(
      fc.property(fc.nat(message.length), fc.nat(message.length - 1), fc.nat(255), (end, at, octet) => {
        const broken = Buffer.from(message);
        broken[at] = octet;
        const { attachments } = readTnef(broken.subarray(0, end));
        return attachments.every(({ data }) => data.length <= message.length);
      }),
    );
    for (const count of [0xffffffff, 0x7fffffff]) {
      const huge = Buffer.alloc(8);
      huge.writeUInt32LE(count);
      huge.writeUInt32LE(0x10001102, 4);
      expect(readTnef(tnefStream([[1, 0x69003, huge]]))).toEqual({ text: "", html: "", attachments: [] });
    }
  });
});

const winmail = `Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\n${whole.toString("base64")}`;

describe("a mail with a winmail.dat", () => {
  it("shows its body where it has no other, and its attachments behind its own", () => {
    const message = aMultipart("mixed", ["Content-Type: text/plain\n\n", "Content-Type: application/pdf\n\nx", winmail]);

    expect(message.text).toBe("Привет");
    expect(message.attachments.map(({ index, part, filename, size }) => [index, part, filename, size])).toEqual([
      [0, "2", "", 1],
      [1, "3", "winmail.dat", whole.length],
      [2, "3#0", "Angebot Größe.pdf", pdf.length],
      [3, "3#1", "b.txt", 4],
    ]);
  });

  it("keeps its own body", () => {
    expect(aMultipart("mixed", ["Content-Type: text/plain\n\nHello", winmail]).text).toContain("Hello");
    expect(aMultipart("mixed", ["Content-Type: text/html\n\n<p>Hello</p>", winmail])).toMatchObject({
      text: "",
      html: expect.stringContaining("Hello"),
    });
  });

  it("is read alike when only its parts were fetched", () => {
    const headers = Buffer.from("Subject: x\r\n\r\n");
    const tnef = {
      part: "2",
      content: Buffer.from(whole.toString("base64")),
      contentType: "application/ms-tnef",
      charset: "",
      encoding: "base64",
    };
    const described = {
      part: "2",
      filename: "winmail.dat",
      contentType: "application/ms-tnef",
      size: whole.length,
      octets: whole.length,
      isInline: false,
      contentId: "",
    };

    const message = parseHeadersAndParts({ headers, texts: [], htmls: [], reports: [], attachments: [described], enclosing: tnef });

    expect(message.text).toBe("Привет");
    expect(message.attachments.map(({ index, part }) => [index, part])).toEqual([
      [0, "2"],
      [1, "2#0"],
      [2, "2#1"],
    ]);
  });
});
