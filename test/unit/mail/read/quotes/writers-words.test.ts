import { describe, expect, it } from "vitest";
import { parentWords } from "#shared/mail/read/quotes/parent-words.ts";
import { replyHtml } from "#shared/mail/read/new-content.ts";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";

const parent =
  "Hello Tom, could you confirm the start date and tell us how many people will work with it? We would send the contract this week.";
const isParents = parentWords(parent);

describe("a blockquote without a mark of a mail program", () => {
  it("is the writer's between own paragraphs, and a quote where the answered message has its words", () => {
    const between = (cited: string) => `<p>Our data:</p><blockquote><p>${cited}</p></blockquote><p>Regards</p>`;

    expect(replyHtml(between("IBAN XX00 1234"))).toContain("IBAN");
    expect(replyHtml(between("could you confirm the start date and tell us how many people"), { isParents })).not.toContain("confirm");
  });

  it("is a quote when only a footer outside of the answer's element follows, or nothing", () => {
    expect(replyHtml("<div><p>Yes.</p><blockquote>Shall we meet?</blockquote></div><p>Disclaimer</p>")).not.toContain("meet");
    expect(replyHtml("<p>Yes.</p><blockquote>Shall we meet?</blockquote>")).not.toContain("meet");
  });

  it("is the writer's when it cites a web page", () => {
    expect(replyHtml('<p>See:</p><blockquote cite="https://book.test/4">Words</blockquote>')).toContain("Words");
    expect(replyHtml('<p>Yes.</p><blockquote cite="mid:a@x.test">Words</blockquote>')).not.toContain("Words");
  });
});

describe("Gmail's wrapper without a blockquote", () => {
  const head = "On Fri, 20 Nov 2026 at 10:15, Jane &lt;jane@x.test&gt; wrote:";

  it.each([
    `<div class="gmail_quote">${head}<br>Shall we meet?<br>Jane</div>`,
    `<div class="gmail_quote gmail_quote_container"><div>${head}</div><div>Shall we meet?</div></div>`,
    `<div class="x_gmail_quote"><div class="gmail_attr">El vie, Jane escribió:</div><div>Shall we meet?</div></div>`,
    `<div class="gmail_quote"><div>Jane Doe wrote:</div><div>Shall we meet?</div></div>`,
  ])("is a quote below its head: %s", (quote) => {
    expect(replyHtml(`<div>Yes.</div>${quote}`)).toBe("<div>Yes.</div>");
  });

  it.each([
    '<div class="gmail_quote"><div>My own words</div></div>',
    '<div class="gmail_quote">---------- Forwarded message ---------<br>From: Jane<br><br>My own words</div>',
    `<div class="gmail_quote"><div class="gmail_attr">${head}</div><blockquote class="gmail_quote">Q</blockquote><div>My own words</div></div>`,
  ])("keeps what is no quote: %s", (html) => {
    expect(replyHtml(`<div>Yes.</div>${html}`)).toContain("My own words");
  });

  it("keeps what the answered message lacks", () => {
    const own = "<div>Jane wrote:</div><div>nothing at all about our very own plan for the new office in Leipzig next summer</div>";

    expect(replyHtml(`<p>Hi</p><div class="gmail_quote">${own}</div>`, { isParents })).toContain("Leipzig");
  });
});

describe("lines of the writer that look like a quote", () => {
  it("stay when > marks what the answered message lacks, and go when it has them, or something introduced them", () => {
    const list = "Our needs:\n\n> 100 seats in Leipzig\n> 5 admins\n\nCan you do that?";

    expect(replyText(list, { isParents })).toBe(list);
    expect(replyText("Yes.\n\n> could you confirm the start date and tell us how many people\n", { isParents })).toBe("Yes.");
    expect(replyText("Yes.\n\n> ok?\n", { isParents })).toBe("Yes.");
    expect(
      replyText("Yes.\n\nOn Fri, 20 Nov 2026 at 10:15, Jane <j@x.test> wrote:\n> 100 seats in Leipzig\n> 5 admins", { isParents }),
    ).toBe("Yes.");
  });

  it("stay when From and To name no addresses of mail", () => {
    for (const uri of ["<sip:100@x.test>", "sips:100@x.test", "tel:+49301234"])
      expect(replyText(`The log:\n\nFrom: ${uri}\nTo: <sip:200@x.test>\nCall-ID: 12\n\nWhy?`)).toContain("Why?");
  });

  it("go when a copied header has the date of a program", () => {
    expect(replyText("Blah\n\nDate: Wed, 16 May 2012 00:15:02 -0600\nTo: jane@x.test\n\nShall we?")).toBe("Blah");
    expect(replyText("Blah\n\nFrom: Jane <jane@x.test>\nDate: Wed, 16 May 2012 00:15:02 -0600\n\nShall we?")).toBe("Blah");
  });
});
