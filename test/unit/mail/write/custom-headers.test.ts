import { describe, expect, it } from "vitest";
import { customHeaderIssues } from "#shared/mail/write/custom-headers.ts";

const manyHeaders = (count: number, value = "v") => Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-H${i}`, value]));

describe("customHeaderIssues", () => {
  it("finds nothing wrong with every permitted name", () => {
    const headers = {
      "X-Campaign": "Grüße 世界",
      "x-lower": "",
      "List-Unsubscribe": "<mailto:u@example.com>, <https://example.com/u>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "List-Id": "<l.example.com>",
      Precedence: "bulk",
      "Auto-Submitted": "auto-generated",
      Importance: "high",
      Priority: "urgent",
      "Feedback-ID": "a:b:c",
      Keywords: "k",
      Comments: "c",
      Organization: "o",
    };

    expect(customHeaderIssues(headers)).toEqual([]);
  });

  it.each([
    ..."From Sender To Cc Bcc bcc Reply-To Subject Date Message-ID In-Reply-To References Received Content-Type MIME-Version".split(" "),
    ..."DKIM-Signature Return-Path Resent-To X-GM-LABELS x-gm-thrid X-Sending-ID x-sending-id X- Foo X:Colon X-Ünicode X_Under __proto__".split(
      " ",
    ),
    "",
    "X Space",
    "X-A\r\nBcc",
    `X-${"a".repeat(75)}`,
  ])("names the header %j that may not be set", (name) => {
    const headers = Object.fromEntries([[name, "v"]]);

    expect(customHeaderIssues(headers)).toEqual([{ name, message: expect.any(String) }]);
  });

  it.each([
    "a\r\nBcc: evil@example.com",
    "a\nb",
    "a\rb",
    "a\0",
    "a\tb",
    "a\u007f",
    "a\u0085b",
    "a\u009f",
    "a\u2028b",
    "a\u2029b",
    "\ud800",
    "v".repeat(999),
  ])("refuses the value %j", (value) => {
    expect(customHeaderIssues({ "X-A": value })).toEqual([{ name: "X-A", message: expect.any(String) }]);
  });

  it("lists every fault at once", () => {
    const issues = customHeaderIssues({ Bcc: "x", "X-A": "\n", "X-B": "1", "x-b": "2" });

    expect(issues.map(({ name }) => name)).toEqual(["Bcc", "X-A", "x-b"]);
  });

  it("counts headers up to 50", () => {
    expect(customHeaderIssues(manyHeaders(50))).toEqual([]);
    expect(customHeaderIssues(manyHeaders(51))).toEqual([{ name: "", message: "must have at most 50 headers" }]);
  });

  it("counts octets of names and values up to 16 KB", () => {
    expect(customHeaderIssues(manyHeaders(16, "v".repeat(998)))).toEqual([]);
    expect(customHeaderIssues(manyHeaders(17, "v".repeat(998)))).toEqual([
      { name: "", message: "must have at most 16 KB of names and values" },
    ]);
  });
});
