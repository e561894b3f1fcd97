import { describe, expect, it } from "vitest";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";
import { newContent } from "#shared/mail/read/new-content.ts";

const PARENT =
  "Hello Jana,\n\nmay we send the sample on Monday? It costs 400 Euro and has a new cover.\n\nHow many pieces do you need by then?\n\nBest\nKarl";
const quoted = (text: string) => text.replaceAll(/^/gm, "> ");
const attribution = "On Mon, Nov 2, 2026 at 3:00 PM Karl <karl@box.test> wrote:";
const header = "From: Karl <karl@box.test>\nSent: Monday, November 2, 2026 3:00 PM\nTo: Jana <jana@ext.test>\nSubject: Offer";

const reply = { subject: "Re: Offer", inReplyTo: "<1@box.test>", references: ["<1@box.test>"], text: "", html: "" };
const textOf = (text: string, parent = PARENT) => newContent({ ...reply, text }, parent).text;
const htmlOf = (html: string, parent = PARENT) =>
  htmlToText(newContent({ ...reply, html }, parent).html)
    .replaceAll(/\s+/g, " ")
    .trim();
const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => `<div>${line || "<br>"}</div>`)
    .join("");
const [greeting, offer, question, closing] = PARENT.split("\n\n") as [string, string, string, string];

/** The parent with words of the answer between its paragraphs. */
const answered = (one: string, other: string) => [greeting, offer, one, question, other, closing].join("\n\n");
const ONE = "Monday is fine, but only by courier.";
const OTHER = "Twelve, in two boxes.";

describe("an answer written inside the quote", () => {
  it.each([
    ["between marked lines", `${attribution}\n${quoted(answered(ONE, OTHER))}`],
    ["below a header without marks", `${header}\n\n${answered(ONE, OTHER)}`],
    ["below Outlook's rule", `-----Original Message-----\n${header}\n\n${answered(ONE, OTHER)}`],
    ["behind initials", `${header}\n\n${answered(`[JP] ${ONE}`, `[JP] ${OTHER}`)}`],
    ["within a paragraph", `${attribution}\n${quoted(`${greeting}\n\n${offer}\n${ONE}\n\n${question}\n${OTHER}\n\n${closing}`)}`],
  ])("is the writer's %s", (_, body) => {
    for (const above of ["", "See my answers below.\n\n"]) {
      const text = textOf(`${above}${body}`);

      expect(text).toContain(above.trim());
      expect(text).toContain(ONE);
      expect(text).toContain(OTHER);
      expect(text).not.toContain("400 Euro");
      expect(text).not.toContain("Best");
    }
  });

  it.each([
    `<div>${attribution.replace("<", "&lt;").replace(">", "&gt;")}</div><blockquote type="cite">${lines(answered(ONE, OTHER))}</blockquote>`,
    `<div class="gmail_quote"><div class="gmail_attr">${attribution.replace("<", "&lt;").replace(">", "&gt;")}</div><blockquote class="gmail_quote">${lines(answered(`<b>${ONE}</b>`, OTHER))}</blockquote></div>`,
    `<div style="border:none;border-top:solid #E1E1E1 1.0pt">${lines(header.replace(/</g, "&lt;"))}</div>${lines(answered(`<span style="color:red">${ONE}</span>`, OTHER))}`,
    `<hr><div id="divRplyFwdMsg">${lines(header.replace(/</g, "&lt;"))}</div>${lines(answered(ONE, OTHER))}`,
    `<blockquote>${lines(answered(ONE, OTHER))}</blockquote>`,
  ])("is the writer's in HTML: %s", (body) => {
    for (const html of [body, `<p>See my answers below.</p>${body}`]) {
      const text = htmlOf(html);

      expect(text).toContain(ONE);
      expect(text).toContain(OTHER);
      expect(text).not.toContain("400 Euro");
    }
  });

  it("is kept below the quote, and when it is short, if the mail has no other words", () => {
    expect(textOf(`${header}\n\n${PARENT}\n\nYes, please.`)).toBe("Yes, please.");
    expect(textOf(`${attribution}\n${quoted(`${greeting}\n\n${offer}\n\nOK.\n\n${question}`)}`)).toBe("OK.");
    expect(textOf(`Thanks.\n\n${header}\n\n${PARENT}\n\nThis mail was scanned for viruses.`)).toBe("Thanks.");
  });

  it.each([
    ["a gateway's banner", `${header}\n\nCAUTION: This email originated from outside of the organisation.\n\n${PARENT}`],
    ["a changed link", `${header}\n\n${PARENT.replace("Best", "https://safe.example/?url=abc&data=05\n\nBest")}`],
    [
      "older mail below its own head",
      `${header}\n\n${PARENT}\n\n${header.replace("2, 2026", "1, 2026")}\n\nWords of another mail that nobody knows here.`,
    ],
    ["older mail deeper in the quote", `${attribution}\n${quoted(`${PARENT}\n> What was said long before that, by others.`)}\n> Best`],
    ["an address's link", `${attribution}\n${quoted(PARENT.replace("Karl", "Karl <mailto:karl@box.test>"))}`],
    [
      "another message",
      `${attribution}\n${quoted("Words of another mail that nobody knows here.\nThey go on for a while, and then they end.")}`,
    ],
  ])("is not %s", (_, body) => {
    expect(textOf(`Thanks.\n\n${body}`)).toBe("Thanks.");
    expect(textOf(body)).toBe("");
  });

  it("asks for the answered message where there is a quote", () => {
    const asks = (text: string) => newContent({ ...reply, text }).asksForParent === true;

    expect(asks(`Yes.\n\n${attribution}\n${quoted(PARENT)}`)).toBe(true);
    expect(asks("Yes, on Monday.")).toBe(false);
    expect(newContent({ ...reply, text: `${attribution}\n${quoted(answered(ONE, OTHER))}` }).text).toBe("");
  });
});
