import { describe, expect, it } from "vitest";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";
import { newContent } from "#shared/mail/read/new-content.ts";
import { serviceTexts } from "./services.ts";
import { ANSWER, htmlTemplates, textTemplates } from "./templates.ts";
import { clientWords } from "./words.ts";

const reply = (bodies: { readonly text?: string; readonly html?: string }) =>
  newContent({ subject: "Re: Offer", inReplyTo: "1@example.com", references: ["1@example.com"], text: "", html: "", ...bodies });
const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

const languages = Object.entries(clientWords);

describe.each(Object.keys(textTemplates))("a reply by %s, in text", (client) => {
  it.each(languages)("has only what is new: %s", (_, words) => {
    const text = textTemplates[client]!(words);
    if (text === undefined) return;

    expect(squeezed(reply({ text }).text)).toBe(client.endsWith("attachment only") ? "" : squeezed(ANSWER));
  });
});

describe.each(Object.keys(htmlTemplates))("a reply by %s, in html", (client) => {
  it.each(languages)("has only what is new: %s", (_, words) => {
    const html = htmlTemplates[client]!(words);
    if (html === undefined) return;

    expect(squeezed(htmlToText(reply({ html }).html))).toBe(client.endsWith("attachment only") ? "" : squeezed(ANSWER));
  });
});

describe("a reply by a web mailer, a telephone or a help desk", () => {
  it.each(Object.keys(serviceTexts))("has only what is new: %s", (service) => {
    expect(squeezed(reply({ text: serviceTexts[service]! }).text)).toBe(squeezed(ANSWER));
  });
});
