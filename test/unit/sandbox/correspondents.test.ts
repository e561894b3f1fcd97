import { describe, expect, it } from "vitest";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { understandKind } from "#shared/mail/read/classify.ts";
import { bounceClass } from "#shared/mail/read/bounces/bounce-class.ts";
import { readComplaint } from "#shared/mail/read/bounces/reports.ts";
import { answersTo, behaviourOf, refusalOf } from "#shared/sandbox/correspondents.ts";

const AT = new Date("2027-03-01T09:00:00Z");
const ID = "<6b0767c1e59393c45b60e211.0123@shop.test>";
const sent = (to: string, more = "", subject = "Grüße aus Köln", body = "Hello\r\n> quoted\r\n", type = "text/plain") => {
  const raw = Buffer.from(
    `From: Sam <sales@shop.test>\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: ${ID}\r\nDate: Mon, 01 Mar 2027 09:00:00 +0000\r\n${more}Content-Type: ${type}; charset=utf-8\r\n\r\n${body}`,
  );
  return { from: "sales@shop.test", to, raw, mail: parseMessage(raw), at: AT, id: "fresh" };
};
/** The mail that an address sends back, as the product's own reader understands it. */
const answered = (...given: Parameters<typeof sent>) => {
  const [arrival, ...more] = answersTo(sent(...given));
  expect(more).toEqual([]);
  const message = parseMessage(arrival!.raw!);
  return { at: arrival!.at, message, ...understandKind(message) };
};

describe("an address", () => {
  it.each([
    ["reply.jane@example.com", "reply", 2_000],
    ["reply@example.com", "reply", 2_000],
    ["REPLY+jane@example.com", "reply", 2_000],
    ["reply-jane@example.com", "reply", 2_000],
    ["reply-after-16h.jane@example.com", "reply", 16 * 3_600_000],
    ["bounce-after-3d@example.com", "bounce", 3 * 86_400_000],
    ["away-after-0s@example.com", "away", 2_000],
    ["auto-after-90m.jane@example.com", "away", 90 * 60_000],
  ])("%s does %s after %i ms", (address, behaviour, afterMs) => {
    expect(behaviourOf(address)).toEqual({ behaviour, afterMs });
  });

  it.each(["jane@example.com", "replying@example.com", "jane.reply@example.com", "constructor@example.com", "reply-after-99999d@x.y", ""])(
    "%s only receives, or answers soon",
    (address) => {
      expect(behaviourOf(address)?.afterMs ?? 2_000).toBe(2_000);
    },
  );

  it.each([
    ["refuse.jane@example.com", [550, 550]],
    ["later.jane@example.com", [451, 451]],
    ["slow.jane@example.com", [451, undefined]],
    ["jane@example.com", [undefined, undefined]],
    ["bounce.jane@example.com", [undefined, undefined]],
  ])("%s is refused at first and again with %j", (address, codes) => {
    expect([false, true].map((isRepeated) => refusalOf(address, isRepeated)?.code)).toEqual(codes);
  });

  it("that was refused, or has no name of its own, sends nothing back", () => {
    for (const to of ["refuse.a@example.com", "later.a@example.com", "slow.a@example.com", "jane@example.com"])
      expect(answersTo(sent(to))).toEqual([]);
  });
});

describe("an answer", () => {
  it("of reply. is a reply to the email alone, with its text quoted", () => {
    const { kindAlone, kindAsAnswer, message, at } = answered("reply-after-2h.jane@example.com");
    expect([kindAlone.kind, kindAsAnswer.kind, at.getTime() - AT.getTime()]).toEqual(["reply", "reply", 7_200_000]);
    expect(message).toMatchObject({ inReplyTo: ID, references: [ID], subject: "Re: Grüße aus Köln", date: at });
    expect(message.text.replaceAll("\r\n", "\n")).toContain("wrote:\n\n> Hello\n> > quoted\n");
    expect(message.html).toBe("");
  });

  it("to an email with HTML has HTML too", () => {
    const { message } = answered("reply.jane@example.com", "", "Offer", "<p>Our <b>offer</b></p>", "text/html");
    expect(message.html).toContain('<blockquote class="gmail_quote"');
    expect(message.html).toContain("<p>Our <b>offer</b></p>");
    expect(message.text).toContain("Thanks for your message");
  });

  it("names its parent as RFC 5322 writes an id", () => {
    const [{ raw } = { raw: undefined }] = answersTo(sent("reply.jane@example.com"));
    expect(raw!.toString()).toContain(`\r\nIn-Reply-To: ${ID}\r\nReferences: ${ID}\r\n`);
  });

  it("of away. and auto. is an automatic reply", () => {
    for (const to of ["away.jane@example.com", "auto.jane@example.com"]) expect(answered(to).kindAsAnswer.kind).toBe("auto_reply");
  });

  it.each([
    ["bounce.jane@example.com", "5.1.1", "unknown_user"],
    ["full.jane@example.com", "4.2.2", "mailbox_full"],
  ])("of %s is a bounce with %s", (to, status, why) => {
    const { kindAsAnswer, bounce } = answered(to);
    expect(kindAsAnswer.kind).toBe("bounce");
    expect(bounce).toMatchObject({ status, final: true, messageIds: [ID], recipients: [{ email: to, status, action: "failed" }] });
    expect(bounceClass(bounce!)).toBe(why);
  });

  it("of complaint. is a complaint about the email", () => {
    const { message } = answered("complaint.jane@example.com");
    expect(readComplaint(message)).toEqual({ type: "abuse", messageIds: [ID], recipients: ["complaint.jane@example.com"] });
  });

  it("of unsubscribe. is a click on the email's link, or asks for it where there is none", () => {
    const link =
      "List-Unsubscribe: <https://api.example.com/v1/unsubscribe/abc.DEF-1_2>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n";
    expect(answersTo(sent("unsubscribe.jane@example.com", link))).toEqual([{ at: new Date(AT.getTime() + 2_000), token: "abc.DEF-1_2" }]);
    const asked = answered("unsubscribe.jane@example.com");
    expect([asked.kindAsAnswer.kind, asked.message.text.startsWith("Please unsubscribe me.")]).toEqual(["reply", true]);
  });

  it("goes to Reply-To, and to nobody for automatic mail, an empty sender or another correspondent", () => {
    expect(answered("reply.a@example.com", "Reply-To: other@shop.test\r\n").message.to.map(({ email }) => email)).toEqual([
      "other@shop.test",
    ]);
    expect(answersTo(sent("reply.a@example.com", "Auto-Submitted: auto-replied\r\n"))).toEqual([]);
    expect(answersTo({ ...sent("reply.a@example.com"), from: "" })).toEqual([]);
    expect(answersTo({ ...sent("reply.a@example.com"), from: "reply.b@example.com" })).toEqual([]);
    expect(answersTo(sent("reply.a@example.com", "Auto-Submitted: no\r\n")).length).toBe(1);
  });

  it("takes no header from the email's own text", () => {
    const { message } = answered("reply.a@example.com", "", "Hi =?utf-8?B?DQpCY2M6IGV2aWxAZXhhbXBsZS5jb20=?=");
    expect(message.headers.map(({ name }) => name)).not.toContain("bcc");
    expect(understandKind(message).kindAsAnswer.kind).toBe("reply");
  });
});
