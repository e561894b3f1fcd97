import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import { composeReply } from "#shared/mail/write/compose/compose.ts";
import { withoutHtmlQuote, withoutTextQuote } from "#shared/mail/write/compose/history.ts";
import { replyHtml } from "#shared/mail/read/new-content.ts";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";
import { aMessage } from "./conversation.ts";

const attribution = "On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com> wrote:";
const container = '<div class="gmail_quote gmail_quote_container" data-quote="history">';
const textPiece = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "> quoted\n",
    ">",
    `\n${attribution}\n`,
    `${attribution}\n> old\n`,
    "\n-- \nJane",
    "Am 20.11.2026 schrieb Jane:\n",
  ),
  fc.constantFrom(
    "\n---------- Forwarded message ---------\nFrom: a@b.c\nSubject: x\n\nbody\n",
    "\nFrom: a@b.c\nSent: today\nTo: d@e.f\nSubject: x\n",
    "\n_____\n",
  ),
);
const htmlPiece = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom(
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<blockquote>",
    "</blockquote>",
    "<!--",
    "-->",
    '<a title="',
    "<style>",
    "</style>",
    "<br>",
    "<",
    ">",
  ),
  fc.constantFrom(
    container,
    `${container}</div>`,
    "</body>",
    "</html>",
    "</BODY> \n</html>\n",
    '<div class="gmail_quote">old</div>',
    `<p>${attribution}</p>`,
  ),
);
const many = (piece: fc.Arbitrary<string>) => fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const message = fc.record({
  text: many(textPiece),
  html: many(htmlPiece),
  name: fc.string({ unit: "grapheme", maxLength: 20 }),
  email: fc.string({ maxLength: 20 }),
});
const history = fc
  .array(message, { minLength: 1, maxLength: 4 })
  .map((list) => list.map(({ text, html, name, email }) => aMessage({ text, html, from: { name, email } })));

const compose = (text: string, html: string, past: ReturnType<typeof aMessage>[]) =>
  composeReply({ content: { text, html }, history: past, quoteHistory: true, quoteTimezone: "UTC" }, sanitize);

describe("stripping a reply of ours", () => {
  it("gives back exactly the new content, whatever it and the conversation look like", () => {
    fc.assert(
      fc.property(many(textPiece), many(htmlPiece), history, (text, html, past) => {
        fc.pre(text !== "" && html !== "");

        const composed = compose(text, html, past);

        expect(withoutTextQuote(composed.text)).toBe(text);
        expect(withoutHtmlQuote(composed.html)).toBe(html);
        expect(replyText(composed.text)).toBe(text);
        expect(replyHtml(composed.html)).toBe(html);
      }),
      { numRuns: 1_000 },
    );
  });

  it("gives it back from the CRLF lines of the wire too", () => {
    const { text, html } = compose("Yes,\nplease.\n", "<p>Yes,</p>\n<p>please.</p>", [aMessage({ text: "one\ntwo" })]);

    expect(replyText(text.replaceAll("\n", "\r\n"))).toBe("Yes,\nplease.\n");
    expect(replyHtml(html.replaceAll("\n", "\r\n"))).toBe("<p>Yes,</p>\n<p>please.</p>");
  });

  it("gives back new content of any size above a quote of any size", () => {
    const text = "new words\n".repeat(60_000);
    const html = `<p>${"new words ".repeat(60_000)}</p>`;

    const composed = compose(text, html, [aMessage({ text: "old words\n".repeat(60_000), html: `<p>${"old words ".repeat(60_000)}</p>` })]);

    expect(replyText(composed.text) === text).toBe(true);
    expect(replyHtml(composed.html) === html).toBe(true);
  });

  it("leaves an answer to our answer to the general rules", () => {
    const ours = compose("Yes.", "<p>Yes.</p>", [aMessage()]);
    const theirs = `<html><body><p>Thanks</p><blockquote type="cite">${ours.html}</blockquote></body></html>`;

    expect(withoutHtmlQuote(theirs)).toBeUndefined();
    expect(replyHtml(theirs)).not.toContain("Yes.");
    expect(withoutTextQuote(`${attribution}\n> old\n\nanswer below`)).toBeUndefined();
  });

  it("finds no quote where there is none", () => {
    expect(withoutTextQuote("plain")).toBeUndefined();
    expect(withoutTextQuote("")).toBeUndefined();
    expect(withoutTextQuote("> only\n> quoted")).toBeUndefined();
    expect(withoutTextQuote(`${attribution}\n`)).toBeUndefined();
    expect(withoutHtmlQuote("<p>plain</p>")).toBeUndefined();
  });
});
