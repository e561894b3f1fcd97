import * as z from "zod/mini";
import { describe, expect, it } from "vitest";
import { fieldProblems } from "#shared/api/field-errors.ts";
import { email } from "#shared/sending/contract/send-email.ts";

const base = { mailbox_id: "655f1c2e9b1e8a00123456aa", to: "jane@peer.test", subject: "Hello", body_text: "Hi" };
const file = (over: object = {}) => ({ name: "a.pdf", type: "application/pdf", content: "JVBERg==", ...over });
const bytes = (count: number) => Buffer.alloc(count, 1).toString("base64");
const problems = (attachments: unknown) => {
  const input = { ...base, attachments };
  const parsed = z.safeParse(email, input);
  return parsed.success ? [] : fieldProblems(parsed.error, input).map(({ field, message }) => `${field}: ${message}`);
};
const BASE64 = "attachments.0.content: must be base64 (RFC 4648, section 4), padded and without line breaks";

describe("attachments of a request", () => {
  it("are decoded", () => {
    const { attachments = [] } = email.parse({ ...base, attachments: [file({ content_id: "a@b" }), file({ content: "" })] });

    expect(attachments.map(({ content, content_id }) => [String(content), content_id])).toEqual([
      ["%PDF", "a@b"],
      ["", undefined],
    ]);
  });

  it.each([
    ["=", BASE64],
    ["JVBERg", BASE64],
    ["JVBERg=", BASE64],
    ["JVBERh==", BASE64],
    ["JVBE Rg==", BASE64],
    ["JVBE\r\nRg==", BASE64],
    ["JV-_Rg==", BASE64],
    ["data:;base64,JVBERg==", BASE64],
    ["A".repeat(3_000_001), BASE64],
    [7, "attachments.0.content: must be a string"],
    [undefined, "attachments.0.content: is required"],
  ])("hold strict base64: %.40j is refused", (content, problem) => {
    expect(problems([file({ content })])).toEqual([problem]);
  });

  it.each([
    [{ name: "" }, "attachments.0.name: must have 1 to 200 characters"],
    [{ name: "a\r\nBcc: x" }, "attachments.0.name: must be well-formed Unicode without line breaks or control characters"],
    [{ type: "pdf" }, "attachments.0.type: must be a media type such as application/pdf, with no parameter but charset"],
    [{ type: "a/b\r\nX: y" }, "attachments.0.type: must be a media type such as application/pdf, with no parameter but charset"],
    [{ type: 'text/plain; name="x"' }, "attachments.0.type: must be a media type such as application/pdf, with no parameter but charset"],
    [{ type: "message/rfc822" }, "attachments.0.type: must be sent as application/octet-stream: mail does not allow base64 for this type"],
    [
      { content_id: "<a@b>" },
      "attachments.0.content_id: must have 1 to 200 letters, digits and punctuation marks, as in the HTML's cid:…, without < and >",
    ],
    [{ path: "/etc/passwd" }, "attachments.0.path: is not a known field"],
  ])("%j is refused", (over, problem) => {
    expect(problems([file(over)])).toEqual([problem]);
  });

  it("are 20 and 3 MB at most, each content_id once; all that is wrong is named at once", () => {
    expect(problems([file({ content: bytes(1_000_000) }), file({ content: bytes(2_000_000) })])).toEqual([]);
    expect(problems([file({ content: bytes(1_000_000) }), file({ content: bytes(2_000_001) })])).toEqual([
      "attachments: must have at most 3 MB together, decoded",
    ]);
    expect(problems(Array.from({ length: 20 }, () => file()))).toEqual([]);
    expect(problems(Array.from({ length: 21 }, () => file()))).toEqual(["attachments: must have at most 20 files"]);
    expect(problems([file({ content_id: "a" }), file({ content_id: "a" })])).toEqual(["attachments: must not name a content_id twice"]);
    expect(problems([file({ content: "?", name: "" }), 5])).toEqual([
      "attachments.0.name: must have 1 to 200 characters",
      BASE64,
      "attachments.1: must be an object",
    ]);
  });
});
