import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replyHtml } from "#shared/mail/read/new-content.ts";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";
import { htmlReplies } from "./html-replies.ts";

const shown = (html: string) =>
  htmlToText(replyHtml(html))
    .split(/\s*\n\s*/)
    .filter((line) => line !== "");

describe("reply html", () => {
  it.each(Object.keys(htmlReplies))("has only the new words of an answer by %s", (program) => {
    expect(shown(htmlReplies[program]!)).toEqual(["Yes, gladly.", "Max"]);
  });

  it("keeps answers between the quotes of Gmail", () => {
    const quote = (text: string) => `<blockquote class="gmail_quote">${text}</blockquote>`;
    const html = `<div class="gmail_quote"><div class="gmail_attr">On Mon, Jane wrote:</div>${quote("First?")}<div>Yes.</div>${quote("Second?")}<div>No.</div></div>`;

    expect(shown(html)).toEqual(["Yes.", "No."]);
  });

  it.each([
    [
      "Gmail",
      '<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Jane</div><div>The offer.</div></div>',
    ],
    [
      "Apple Mail",
      '<div>See below.</div><blockquote type="cite"><div>Begin forwarded message:</div><div><b>From: </b>jane@example.com</div><div>The offer.</div></blockquote>',
    ],
    [
      "Thunderbird",
      '<p>See below.</p><div class="moz-forward-container"><br>-------- Weitergeleitete Nachricht --------<table><tr><th>Betreff: </th><td>Offer</td></tr></table>The offer.</div>',
    ],
  ])("keeps a message forwarded by %s", (_, html) => {
    expect(replyHtml(html)).toBe(html);
  });

  it("keeps a header block that nothing stands above: a forward without comment", () => {
    const html =
      '<div id="divRplyFwdMsg"><b>From:</b> jane@example.com<br><b>Sent:</b> Friday<br><b>Subject:</b> Offer</div><div>The offer.</div>';

    expect(replyHtml(html, { unclear: true })).toBe(html);
  });

  it.each([
    ["an indent", '<p>We agreed:</p><blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;"><div>Price 5</div></blockquote>'],
    [
      "a passage set as a quote in Gmail",
      '<div>I like this:</div><blockquote class="gmail_quote"><div>To be or not to be</div></blockquote>',
    ],
    ["a signature", "<p>Yes.</p><p>-- <br>Max<br>Sent from my iPhone</p>"],
    ["a ruler", "<p>One</p><hr><p>Two</p>"],
    ["prose that speaks of writing", "<p>On Monday Jane wrote: I will come.</p><p>From: Berlin, to: Paris</p>"],
  ])("keeps %s", (_, html) => {
    expect(replyHtml(html)).toBe(html);
  });

  it("keeps a mail that is nothing but a wrapper of Gmail's, and drops one that is nothing but a quote", () => {
    const wrapped = '<div class="gmail_quote"><div class="gmail_quote"><div>When do we meet?</div></div></div>';
    const quote =
      '<div><br></div><blockquote type="cite"><div>On 20 Nov 2026, at 10:15, Jane Doe wrote:</div><div>When do we meet?</div></blockquote>';

    expect(replyHtml(wrapped)).toBe(wrapped);
    expect(shown(quote)).toEqual([]);
  });

  it("leaves the rest of the document as received", () => {
    const html = `<html><head><style>p{color:red}</style></head><body bgcolor=white><!-- c --><p class=x>Yes</p><div class="moz-cite-prefix">On 1/2/26, J wrote:</div><blockquote type="cite">old</blockquote></body></html>`;

    expect(replyHtml(html)).toBe(
      "<html><head><style>p{color:red}</style></head><body bgcolor=white><!-- c --><p class=x>Yes</p></body></html>",
    );
  });

  it("reads many lines inside deep nesting in one pass: once for each element around each of them takes longer than a test may", () => {
    const html = `<blockquote>${"<b>".repeat(20_000)}${"x<br>".repeat(10_000)}`;

    expect(replyHtml(html)).toBe(html);
  });

  it("keeps what lies beyond the 10,000 lines that it reads, where the last of them stays", () => {
    const log = "step done<br>".repeat(10_000);

    expect(replyHtml(`&gt; quoted<br>${log}Bye<br>&gt; quoted`)).toBe(`${log}Bye<br>&gt; quoted`);
    expect(replyHtml(`Yes<pre>${"> old\n".repeat(10_000)}old`)).toBe("Yes<pre>");
  });

  it("only ever removes: what stays stands in the document in its order", () => {
    const piece = fc.constantFrom(
      "<div>",
      "</div>",
      "<p>",
      "text ",
      "<br>",
      "<blockquote>",
      "</blockquote>",
      "&gt; q",
      "<hr>",
      "On 1 Jan 2026 at 10:15, J &lt;j@x.example&gt; wrote:",
      '<div class="gmail_quote">',
      "From: j@x.example",
      "Subject: x",
      "<",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join("");

        const stays = replyHtml(html);

        let at = 0;
        for (const char of stays) {
          at = html.indexOf(char, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
      }),
    );
  });
});
