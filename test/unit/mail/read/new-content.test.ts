import { describe, expect, it } from "vitest";
import { escapeHtml } from "#shared/mail/html/scan.ts";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";
import { newContent as contentOf } from "#shared/mail/read/new-content.ts";
import type { ParsedMessage } from "#shared/mail/parsed-message.ts";
import { sentContent } from "#shared/threads/thread-facts.ts";

/** A mail that names nothing it answers. */
const newContent = (message: Pick<ParsedMessage, "subject" | "text" | "html"> & Partial<ParsedMessage>) =>
  contentOf({ inReplyTo: "", references: [], ...message });

describe("new content", () => {
  it("strips both bodies", () => {
    const message = {
      subject: "Re: Meeting",
      text: "Yes.\n\n> Shall we?\n",
      html: '<p>Yes.</p><blockquote type="cite">Shall we?</blockquote>',
    };

    expect(newContent(message)).toEqual({ text: "Yes.", html: "<p>Yes.</p>", snippet: "Yes.", asksForParent: true });
  });

  it("keeps what Outlook forwards, which only the subject tells from an answer", () => {
    const header = "From: Jane <jane@example.com>\nSent: Friday, 20 November 2026 10:15\nTo: Max\nSubject: Offer";
    const text = `See below.\n\n${header}\n\nThe offer.`;
    const html = `<div>See below.</div><div id="divRplyFwdMsg">${escapeHtml(header).replaceAll("\n", "<br>")}</div><div>The offer.</div>`;

    expect(newContent({ subject: "WG: Offer", text, html })).toMatchObject({ text, html });
    expect(newContent({ subject: "AW: Offer", text, html })).toMatchObject({ text: "See below.", html: "<div>See below.</div>" });
    expect(newContent({ subject: "[EXTERNAL] FW: Offer", text, html })).toMatchObject({ text, html });
    expect(newContent({ subject: "[EXTERNAL] RE: Offer", text, html }).text).toBe("See below.");
  });

  it("takes all for the quote of an answer whose only new thing is an attachment, and for new where the subject does not say Re", () => {
    const header = "From: Jane <jane@example.com>\nSent: Friday, 20 November 2026 10:15\nTo: Max\nSubject: Offer";
    const text = `\n${"_".repeat(32)}\n${header}\n\nThe offer.`;
    const html = `<div><br></div><hr><div id="divRplyFwdMsg">${escapeHtml(header).replaceAll("\n", "<br>")}</div><div>The offer.</div>`;
    const shown = (subject: string) => {
      const content = newContent({ subject, inReplyTo: "1@example.com", text, html });
      return { ...content, html: htmlToText(content.html).trim() };
    };

    expect(shown("RE: Offer")).toMatchObject({ text: "", html: "", snippet: "" });
    for (const subject of ["FW: Offer", "Offer"]) {
      expect(newContent({ subject, inReplyTo: "1@example.com", text, html: "" }).text).toContain("The offer.");
      expect(newContent({ subject, inReplyTo: "1@example.com", text: `${header}\n\n> The offer.`, html: "" }).text).toContain("The offer.");
      expect(shown(subject).text).toContain("The offer.");
      expect(shown(subject).html).toContain("The offer.");
    }
  });

  it("drops a line that asks to answer above it where nothing stands above, and keeps what stands below", () => {
    const marker = "##- Please type your reply above this line -##";
    const text = `${marker}\n\nYour ticket 5 was solved.`;
    const html = `<div>${marker}</div><p>Your ticket 5 was solved.</p>`;

    for (const subject of ["Re: Ticket 5", "Ticket 5"]) {
      const content = newContent({ subject, text, html });
      expect(content).toMatchObject({
        text: "Your ticket 5 was solved.",
        html: "<p>Your ticket 5 was solved.</p>",
        snippet: "Your ticket 5 was solved.",
      });
    }
  });

  it("takes the text of a mail that has only html from its stripped html", () => {
    const message = { subject: "Re: Meeting", text: "", html: '<p>Yes,<br>gladly.</p><blockquote type="cite">Shall we?</blockquote>' };

    expect(newContent(message)).toMatchObject({ text: "Yes,\ngladly.", html: "<p>Yes,<br>gladly.</p>", snippet: "Yes, gladly." });
  });

  const enquiry = "You have a new enquiry.\n\nFrom: jane@cust.test\nDate: 20 Nov 2026\nSubject: Price list\n\nPlease send me prices.";
  it.each([
    ["a contact form", enquiry, ""],
    ["a memo", "Hi all,\n\nDate: 20 Nov 2026\nTo: all staff\nSubject: Fire drill\n\nLeave at 10.", ""],
    ["a ticket's comment", "A new comment.\n\nOn Fri, 20 Nov 2026 at 10:15, Jane wrote:\nIt is broken again.\n\nView: https://x.test", ""],
    ["commands", "Run this:\n\n> npm install\n> npm start", ""],
    ["an invoice", "", '<p>Thanks.</p><div style="border-top:1px solid #e1e1e1"><b>Item:</b> Chair</div><p>Due on 1 December.</p>'],
    ["a citation", "", '<p>As agreed:</p><blockquote class="pullquote">Payment in 30 days.</blockquote><p>So pay.</p>'],
  ])("keeps %s whole: a mail that answers nothing has no history", (_, text, html) => {
    expect(newContent({ subject: "News", text, html })).toMatchObject(text === "" ? { html } : { text });
  });

  it("strips a certain quote of a mail that does not say what it answers", () => {
    const text = "Yes.\n\nOn Fri, 20 Nov 2026 at 10:15, Jane <jane@example.com> wrote:\n> Shall we?";
    const html = '<p>Yes.</p><div class="gmail_quote">On Fri, Jane wrote:<blockquote class="gmail_quote">Shall we?</blockquote></div>';

    expect(newContent({ subject: "Lunch", text, html })).toMatchObject({ text: "Yes.", html: "<p>Yes.</p>" });
  });

  it("loses nothing above a quote without an empty line, and none of what follows 256 K", () => {
    const attribution = "On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com> wrote:";
    const answer = { subject: "Re: Price", html: "" };

    expect(newContent({ ...answer, text: `The price is 1500\r\n${attribution}\r\n> How much?` }).text).toBe("The price is 1500");
    expect(newContent({ ...answer, text: `${attribution}\n> How much?\n\n1500` }).text).toBe("1500");
    const long = `${"words ".repeat(60_000)}END`;
    expect(newContent({ ...answer, text: long }).text).toBe(long);
  });

  it("takes of a send all but the quote that we put below", () => {
    const text = "Hi all,\n\nDate: 23 Nov 2026\nTo: all staff\nSubject: Move\n\nPlease pack.";
    const html = "<p>Our terms:</p><blockquote>30 days.</blockquote><p>Please sign.</p>";

    expect(sentContent({ kind: "" }, { text, html })).toMatchObject({ text, html });
  });
});
