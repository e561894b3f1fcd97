import { describe, expect, it } from "vitest";
import { textLines } from "#shared/mail/write/compose/history.ts";
import { newContent } from "#shared/mail/read/new-content.ts";
import { isPlaceholder, readableText } from "#shared/mail/read/readable-text.ts";
import { aMail, aMultipart } from "./raw-mail.ts";

const flowed = (body: string, delsp = "") =>
  aMail({ headers: { "Content-Type": `text/plain; charset=utf-8; format=Flowed${delsp}`, "In-Reply-To": "<s@sender.example>" }, body });

describe("flowed text (RFC 3676)", () => {
  it("is joined in the new content and in quotes, and stays as received in the text", () => {
    const mail = flowed("We have looked \nat it.\n\n  indented\n-- \nJane\n");

    expect(mail.text).toContain("looked \r\nat it.");
    expect(newContent(mail).text).toBe("We have looked at it.\n\n indented\n-- \nJane");
    expect(textLines(mail)[0]).toBe("We have looked at it.");
  });

  it("loses the space at a soft line break with DelSp, and only with it", () => {
    expect(readableText(flowed("Donau \ndampf\n", "; delsp=YES"))).toBe("Donaudampf\n");
    expect(readableText(flowed("Donau \ndampf\n", "; delsp=no"))).toBe("Donau dampf\n");
  });

  it("is quoted by its depth: a stuffed > is the writer's, a quote is joined for itself", () => {
    const mail = flowed("Yes:\n >= 5 seats\n >> for \nall\n> Shall we \n> meet?\n>> Deeper \n> not joined\nFine.\n");

    expect(newContent(mail).text).toBe("Yes:\n>= 5 seats\n>> for all\nFine.");
    expect(readableText(mail)).toContain("> Shall we meet?\n>> Deeper \n> not joined\n");
  });

  it("is no flowed text when one of two texts is fixed", () => {
    const two = (second: string) =>
      aMultipart("mixed", [
        "Content-Type: text/plain; format=flowed\n\none \ntwo\n",
        `Content-Type: text/plain${second}\n\nthree \nfour\n`,
      ]);

    expect(two("").flow).toBeUndefined();
    expect(two("; format=flowed").flow).toEqual({ delSp: false });
  });
});

describe("a placeholder gives way to the HTML", () => {
  const html = "<p>Yes, we take the ten machines.</p>";

  it.each([
    "\u200b",
    "\u2060\r\n\ufeff",
    "-",
    "...",
    "This message requires an HTML capable mail client.",
    "Ihr E-Mail-Programm kann leider keine HTML-Nachrichten anzeigen.",
    "This is a multi-part message in MIME format.",
    "Если письмо не отображается, откройте его в браузере",
    "Your browser does not support this.",
    "[HTML]",
    "&nbsp;",
    "\u00ad",
    "null",
    "{{text}}",
    "plain text",
    "Content-Type: text/plain",
  ])("%j", (text) => {
    const parts = [`Content-Type: text/plain; charset=utf-8\n\n${text}\n`, `Content-Type: text/html; charset=utf-8\n\n${html}\n`];
    const mail = aMultipart("alternative", parts);
    const { text: words, snippet } = newContent(mail);

    expect(mail.text.trim()).toBe(text.trim().replace("\r\n", "\r\n"));
    expect([words, snippet]).toEqual(["Yes, we take the ten machines.", "Yes, we take the ten machines."]);
    expect(textLines(mail)).toEqual(["Yes, we take the ten machines."]);
  });

  it.each([
    ["Please send it as HTML.", "<p>Please send it as HTML.</p>"],
    ["The browser shows nothing.", "<div>The browser <b>shows</b> nothing.</div><div>-- <br>Jane</div>"],
    ["Yes", html],
    ["👍", "<p>👍</p>"],
    ["?", "<p>?</p>"],
    ["This message requires HTML.", ""],
    ["This message requires HTML.", '<img src="cid:a">'],
    [`We render html. ${"More words. ".repeat(40)}`, html],
  ])("words of the writer do not: %j beside %j", (text, beside) => {
    expect(isPlaceholder(text, beside)).toBe(false);
  });
});
