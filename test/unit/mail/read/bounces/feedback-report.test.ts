import { expect, it } from "vitest";
import { readBounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { readComplaint } from "#shared/mail/read/bounces/reports.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";

/** The example of RFC 5965, appendix B.1, with the fields of B.2 that matter. */
const report = (fields: string, type = "multipart/report; report-type=feedback-report") =>
  parseMessage(
    Buffer.from(
      [
        "From: <abusedesk@example.com>",
        "Subject: FW: Earn money",
        `Content-Type: ${type}; boundary="b"`,
        "",
        "--b",
        "Content-Type: text/plain",
        "",
        "This is an email abuse report.",
        "--b",
        "Content-Type: message/feedback-report",
        "",
        fields,
        "--b",
        "Content-Type: message/rfc822",
        "",
        "From: <somespammer@example.net>",
        "To: <Undisclosed Recipients>",
        "Subject: Earn money",
        "Message-ID: <8787KJKJ3K4J3K4J3K4J3.mail@example.net>",
        "",
        "Spam",
        "--b--",
      ].join("\r\n"),
    ),
  );
const abuse = "Feedback-Type: Abuse\r\nUser-Agent: SomeGenerator/1.0\r\nVersion: 1";

it("reads who complains about which mail", () => {
  const fields = `${abuse}\r\nOriginal-Rcpt-To: <User@Example.com>\r\nRemoval-Recipient: user@example.com`;

  expect(readComplaint(report(fields))).toEqual({
    type: "abuse",
    messageIds: ["<8787KJKJ3K4J3K4J3K4J3.mail@example.net>"],
    recipients: ["user@example.com"],
  });
  expect(readComplaint(report(abuse))).toMatchObject({ recipients: [] });
});

/** Microsoft's Junk Mail Reporting Program. */
const junkMailReport = (changes: Record<string, string> = {}, type = "multipart/mixed") => {
  const fields = { From: "staff@hotmail.com", Subject: "complaint about message from 192.0.2.1", ...changes };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const enclosed = [
    "X-HmXmrOriginalRecipient: <Tom@Hotmail.com>",
    "From: <me@sender.example>",
    "Message-ID: <65f0.abc@sender.example>",
    "",
    "X-HmXmrOriginalRecipient: <other@hotmail.com>",
  ];
  const lines = [...head, `Content-Type: ${type}; boundary="b"`, "", "--b", "Content-Type: message/rfc822", "", ...enclosed, "--b--", ""];
  return parseMessage(Buffer.from(lines.join("\r\n")));
};

it("reads Microsoft's report, which has no report part", () => {
  expect(readComplaint(junkMailReport())).toEqual({
    type: "abuse",
    messageIds: ["<65f0.abc@sender.example>"],
    recipients: ["tom@hotmail.com"],
  });
  expect(readBounce(junkMailReport())).toBeUndefined();
});

it.each([
  ["of another sender", junkMailReport({ From: "tom@hotmail.com" })],
  ["under another subject", junkMailReport({ Subject: "Re: complaint about message from 192.0.2.1" })],
  ["of another form", junkMailReport({}, "multipart/alternative")],
])("reads no complaint in mail %s", (_, mail) => {
  expect(readComplaint(mail)).toBeUndefined();
});

it.each([
  ["of mail that is no spam", "Feedback-Type: not-spam", undefined],
  ["of failed authentication", "Feedback-Type: auth-failure", undefined],
  ["without a type", "Version: 1", undefined],
  ["that is no report as a whole", abuse, "multipart/mixed"],
])("reads no complaint in a report %s", (_, fields, type) => {
  expect(readComplaint(report(fields, type))).toBeUndefined();
});
