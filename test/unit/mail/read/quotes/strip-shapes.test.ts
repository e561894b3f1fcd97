import { describe, expect, it } from "vitest";
import { replyHtml } from "#shared/mail/read/new-content.ts";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";
import { htmlShapes } from "./html-shapes.ts";
import { textShapes } from "./text-shapes.ts";

const squeezed = (text: string) => text.replace(/\s+/g, "");

describe("what is new in an answer", () => {
  it.each(textShapes)("is kept, and no more, in text: %s", (_, text, kept) => {
    const expected = squeezed(kept ?? text);

    expect(squeezed(replyText(text))).toBe(expected);
    expect(squeezed(replyText(text.replaceAll("\n", "\r\n")))).toBe(expected);
  });

  it.each(Object.keys(htmlShapes))("is kept, and no more, in html: %s", (name) => {
    const [html, kept] = htmlShapes[name]!;

    expect(squeezed(htmlToText(replyHtml(html)))).toBe(squeezed(kept));
    expect(squeezed(htmlToText(replyHtml(html.replaceAll(/\r?\n/g, "\r\n"))))).toBe(squeezed(kept));
  });
});
