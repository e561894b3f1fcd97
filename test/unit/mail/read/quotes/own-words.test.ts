import { describe, expect, it } from "vitest";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";
import { newContent } from "#shared/mail/read/new-content.ts";

const PARENT =
  "Hello Max,\n\nshall we meet on Monday, or would Tuesday suit you better? The room is free on both days.\n\nKind regards\nJane";
const quoted = PARENT.replaceAll(/^/gm, "> ");
const attribution = "On Fri, Nov 20, 2026 at 10:15 AM Jane Doe <jane@example.com> wrote:";
const outlook = "From: Jane Doe <jane@example.com>\nSent: Friday, November 20, 2026 10:15 AM\nTo: Max\nSubject: Offer";

const reply = { subject: "Re: Offer", inReplyTo: "<1@example.com>", references: ["<1@example.com>"], text: "", html: "" };
const textOf = (text: string, parent = "") => newContent({ ...reply, text }, parent).text;
const htmlOf = (html: string, parent = "") =>
  htmlToText(newContent({ ...reply, html }, parent).html)
    .replace(/\s+/g, " ")
    .trim();

/** What somebody writes himself and looks like the head of a quote. */
const lookalikes = [
  "wie ich am 16.11.2026 um 09:12 schrieb:",
  "wie Jane am 16.11.2026 um 09:12 schrieb:",
  "Am 16.11.2026 um 09:12 schrieb ich:",
  "Le 16/11/2026 à 09:12 j'ai écrit :",
  "comme Jane a écrit le 16/11/2026 à 09:12 :",
  "Op 16-11-2026 om 09:12 schreef ik:",
  "zoals ik op 16-11-2026 om 09:12 schreef:",
  "Как я писал 16.11.2026 в 09:12:",
  "As I wrote on 16 November 2026 at 09:12:",
  "From: a\nTo: b",
  "From: max@example.com\nTo: jane@example.com",
  "Von: Rom\nNach: Paris\nDatum: 16.11.2026 09:12",
  "Date: 16.11.2026 09:12\nFrom: Max\nTo: all\nSubject: Minutes of Monday",
  "Name: Max Muster\nEmail: max@example.com\nDate: 16.11.2026\nSubject: Order",
];

describe("words of the writer that look like the head of a quote", () => {
  it.each(lookalikes)("stay with all below them, above a quote with marks: %s", (line) => {
    const own = `Hello Jane,\n\n${line}\n\nthe price stays as it is.\n\nMax`;

    expect(textOf(`${own}\n\n${attribution}\n${quoted}`)).toBe(own);
    expect(textOf(`${own}\n\n${outlook}\n\n${PARENT}`)).toBe(own);
    expect(textOf(own)).toBe(own);
  });

  it.each([
    "Am 16.11.2026 um 09:12 schrieb Jane Doe:",
    "On 16 Nov 2026 at 09:12, Jane Doe <jane@example.com> wrote:",
    "From: Max <max@example.com>\nDate: 16.11.2026 09:12\nTo: Jane <jane@example.com>\nSubject: Offer",
  ])("stay where the message that is answered is known and does not stand below: %s", (line) => {
    const own = `Hello Jane,\n\n${line}\n\nthe price stays as it is, and the paint will come with the next lorry.\n\nMax`;

    expect(textOf(own, PARENT)).toBe(own);
    expect(textOf(`${own}\n\n${attribution}\n\n${PARENT}`, PARENT)).toBe(own);
  });

  it.each([
    "From: Jane\nTo: Max",
    "From: Jane <jane@example.com>\nTo: Max",
    "Jane Doe schrieb am 20.11.26 um 10:15:",
    "Subject: x\nFrom: jane@example.com\nTo: Max",
  ])("go where what that message says stands below: %s", (line) => {
    expect(textOf(`Yes, on Tuesday.\n\n${line}\n\n${PARENT}`, PARENT).startsWith("Yes, on Tuesday.")).toBe(true);
    expect(textOf(`Yes, on Tuesday.\n\n${line}\n\n${PARENT}`, PARENT).includes("The room is free")).toBe(line === "From: Jane\nTo: Max");
  });

  it("asks for the message that is answered where there is a quote, or what may be the head of one", () => {
    const asks = (text: string) => newContent({ ...reply, text }).asksForParent === true;

    expect(asks(`Yes.\n\nFrom: jane@example.com\nTo: max@example.com\n\n${PARENT}`)).toBe(true);
    expect(asks(`Yes.\n\n${attribution}\n${quoted}`)).toBe(true);
    expect(asks("Yes, gladly.")).toBe(false);
  });
});

describe("lines of the writer that look like fields of a header", () => {
  it.each([
    "Let us meet then:\nDate: Tuesday, 24 November\nTime: 10:15",
    "The train goes\nTo: Paris\nDate: 24.11.2026",
    "Subject: Offer\nDate: 24.11.2026\nsee you there",
  ])("stay right above the header that Outlook copies: %s", (own) => {
    expect(textOf(`Yes.\n${own}\n\n${outlook}\n\n${PARENT}`)).toBe(`Yes.\n${own}`);
    expect(textOf(`Yes.\n${own}\n\n${outlook}\n\n${PARENT}`, PARENT)).toBe(`Yes.\n${own}`);
    expect(textOf(`Yes.\n${own}\n${"_".repeat(32)}\n${outlook}\n\n${PARENT}`)).toBe(`Yes.\n${own}`);
  });
});

describe("words of the writer between the points that he answers", () => {
  it.each([
    ["numbered", "> 1. When?\nOn Monday.\n> 2. Where?\nAt 10 > 9, in room\n> 5 or so."],
    ["numbered, apart", "> 1) When?\n\nOn Monday.\n\n> 2) Where?\n\nAt 10 > 9, in room\n> 5 or so."],
    ["that begins with a number", "\n> 14 days or 30?\nOn Monday.\n> Where?\nAt 10 > 9, in room\n> 5 or so."],
    ["that begins with a dash", ">- When?\nOn Monday.\n> Where?\nAt 10 > 9, in room\n> 5 or so."],
  ])("stay without them where one line of each is quoted, %s", (_, body) => {
    const own = "On Monday.\nAt 10 > 9, in room\n> 5 or so.";

    expect(textOf(`${attribution}\n${body}`).replace(/\n+/g, "\n")).toBe(own);
    expect(textOf(`Yes.\n\n${attribution}\n${body}`).replace(/\n+/g, "\n")).toBe(`Yes.\n${own}`);
  });
});

describe("the writer's words around what he passes on", () => {
  const german = "Gesendet: Freitag, 20. November 2026 um 10:15 Uhr\nVon: Jane Doe <jane@example.com>\nAn: max@example.com\nBetreff: Offer";
  const lines = (text: string) =>
    text
      .split("\n")
      .map((line) => `<div>${line.replaceAll("<", "&lt;") || "<br>"}</div>`)
      .join("");
  const gmx = `<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;">${german
    .split("\n")
    .map((line) => line.replace("<", "&lt;").replace(/^(\w+:)/, "<b>$1</b>"))
    .join("<br/>")}</div><div name="quoted-content">${lines(PARENT)}</div></div>`;
  const openXchange = `<blockquote type="cite"><div>---------- Ursprüngliche Nachricht ----------</div>${lines("Von: Jane Doe <jane@example.com>\nAn: max@example.com\nDatum: 20.11.2026 10:15 CET\nBetreff: Offer")}<div><br></div>${lines(PARENT)}</blockquote>`;

  it.each([
    ["GMX, web.de and mail.com", gmx],
    ["Open-Xchange", openXchange],
  ])("stay with it, above and below: %s", (_, forwarded) => {
    for (const html of [`<div>See below.</div>${forwarded}`, `<div>See below.</div>${forwarded}<div>And call her.</div>`]) {
      expect(newContent({ ...reply, subject: "Fwd: Offer", html }).html).toBe(html);
      expect(newContent({ ...reply, subject: "WG: Offer", html, inReplyTo: "", references: [] }).html).toBe(html);
    }
    expect(htmlOf(`<div>Yes, gladly.</div>${forwarded}`)).toBe("Yes, gladly.");
  });

  it.each([
    ["with the marks of a quote", `> ${german.replaceAll("\n", "\n> ")}\n>\n${quoted}`],
    ["without marks", `${german}\n\n${PARENT}`],
    ["below a rule", `---------- Ursprüngliche Nachricht ----------\n${german}\n\n${PARENT}`],
    ["quoted below a rule", `> ---------- Ursprüngliche Nachricht ----------\n> ${german.replaceAll("\n", "\n> ")}\n>\n${quoted}`],
  ])("stay with it in text: %s", (_, forwarded) => {
    const text = `See below.\n\n${forwarded}\n\nAnd call her.`;

    expect(newContent({ ...reply, subject: "Fwd: Offer", text }).text).toBe(text);
  });
});

describe("the writer's words inside what mail programs put around a quote", () => {
  const parent = PARENT.split("\n")
    .map((line) => `<div>${line || "<br>"}</div>`)
    .join("");
  const head = attribution.replace("<", "&lt;").replace(">", "&gt;");

  it("stay below Outlook's mark for what it appends, and go with the header below that", () => {
    const mark = '<div id="appendonsend"></div>';
    const quote = `<hr><div id="divRplyFwdMsg">${outlook.replaceAll("<", "&lt;").replaceAll("\n", "<br>")}</div>${parent}`;

    expect(htmlOf(`<div>Yes.</div>${mark}<div>And bring the plan.</div>`)).toBe("Yes. And bring the plan.");
    expect(htmlOf(`<div>Yes.</div>${mark}<div>And bring the plan.</div>${quote}`)).toBe("Yes. And bring the plan.");
    expect(htmlOf(`<div>Yes.</div>${mark}${quote}`)).toBe("Yes.");
    expect(htmlOf(`<div>Yes.</div>${mark}<hr><div><b>Xyz:</b> Jane<br><b>Abc:</b> Friday</div>${parent}`)).toBe("Yes.");
  });

  it("stay below a rule like Outlook's that no header follows", () => {
    const section = '<div style="border-top:solid #E1E1E1 1.0pt">The plan is attached.</div><p>Bring it, please.</p>';

    expect(htmlOf(`<p>Yes.</p>${section}`)).toBe("Yes. The plan is attached. Bring it, please.");
  });

  it("stay in Gmail's wrapper above the attribution", () => {
    const quote = `<div>${head}<br></div><blockquote class="gmail_quote">${parent}</blockquote>`;

    expect(htmlOf(`<div class="gmail_quote"><div>Yes, on Tuesday.</div><div><br></div>${quote}</div>`)).toBe("Yes, on Tuesday.");
    expect(htmlOf(`<div class="gmail_quote">Yes, on Tuesday.<br>${head}<br>${parent}</div>`)).toBe("Yes, on Tuesday.");
    expect(
      htmlOf(
        `<div>Yes.</div><div class="gmail_quote"><div>Xyz 20.11.2026 Jane &lt;jane@example.com&gt;:</div><blockquote>${parent}</blockquote></div>`,
      ),
    ).toBe("Yes.");
  });

  it("stay in a blockquote with a style of their own, and go where it holds the message that is answered", () => {
    const cite = (text: string) => `<blockquote style="border-left:3px solid #ccc">${text}</blockquote>`;
    const quote = `<div class="gmail_quote"><div class="gmail_attr">${head}</div><blockquote class="gmail_quote">${parent}</blockquote></div>`;

    expect(htmlOf(`<p>The rule says:</p>${cite("Payment in 30 days.")}<p>So pay.</p>`)).toContain("Payment in 30 days. So pay.");
    expect(htmlOf(`<p>The rule says:</p>${cite("Payment in 30 days.")}<p>So pay.</p>${quote}`)).toContain("Payment in 30 days. So pay.");
    expect(htmlOf(`<p>The rule says:</p>${cite("Payment in 30 days.")}`, PARENT)).toContain("Payment in 30 days.");
    expect(htmlOf(`${cite(parent)}<p>So be it.</p>`, PARENT)).toBe("So be it.");
    expect(htmlOf(`<p>Yes.</p>${cite(`${head}<br>${parent}`)}<p>Max</p>`)).toBe("Yes. Max");
  });
});
