import { describe, expect, it } from "vitest";
import { escapeHtml } from "#shared/domain/html/entities.ts";
import { newContent } from "#shared/domain/inbox/new-content.ts";

describe("new content", () => {
  it("strips both bodies", () => {
    const message = {
      subject: "Re: Meeting",
      text: "Yes.\n\n> Shall we?\n",
      html: '<p>Yes.</p><blockquote type="cite">Shall we?</blockquote>',
    };

    expect(newContent(message)).toEqual({ text: "Yes.", html: "<p>Yes.</p>", snippet: "Yes." });
  });

  it("keeps what Outlook forwards, which only the subject tells from an answer", () => {
    const header = "From: Jane <jane@example.com>\nSent: Friday, 20 November 2026 10:15\nTo: Max\nSubject: Offer";
    const text = `See below.\n\n${header}\n\nThe offer.`;
    const html = `<div>See below.</div><div id="divRplyFwdMsg">${escapeHtml(header).replaceAll("\n", "<br>")}</div><div>The offer.</div>`;

    expect(newContent({ subject: "WG: Offer", text, html })).toMatchObject({ text, html });
    expect(newContent({ subject: "AW: Offer", text, html })).toMatchObject({ text: "See below.", html: "<div>See below.</div>" });
  });

  it("takes the text of a mail that has only html from its stripped html", () => {
    const message = { subject: "Re: Meeting", text: "", html: '<p>Yes,<br>gladly.</p><blockquote type="cite">Shall we?</blockquote>' };

    expect(newContent(message)).toEqual({ text: "Yes,\ngladly.", html: "<p>Yes,<br>gladly.</p>", snippet: "Yes, gladly." });
  });
});
