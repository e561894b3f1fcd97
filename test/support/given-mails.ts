import { readFileSync } from "node:fs";
import { htmlToText } from "#shared/mail/html/html-to-text.ts";
import type { ParsedMessage } from "#shared/mail/parsed-message.ts";
import { understandKind } from "#shared/mail/read/classify.ts";
import { newContent } from "#shared/mail/read/new-content.ts";

/** What a field of the reading must be: equal, after folding white space, or with and without some words. */
type Expected = string | readonly (string | number)[] | { readonly has?: readonly string[]; readonly hasNot?: readonly string[] };

/** A mail built after a public bug report, with the right reading. `raw` has one character for each octet. */
export interface GivenMail {
  readonly id: string;
  readonly why: string;
  readonly expect: Readonly<Record<string, Expected>>;
  readonly raw: string;
  /** The text of the message that it answers. */
  readonly parent?: string;
}

/** Reports of public projects, rebuilt: names and addresses are invented. */
export const givenMails = JSON.parse(
  readFileSync(new URL("../unit/mail/read/given-mails.json", import.meta.url), "utf8"),
) as readonly GivenMail[];

const folded = (text: string) => text.replace(/\s+/g, " ").trim();

/** What is compared of a reading. */
export const readingOf = (message: ParsedMessage, parent = ""): Readonly<Record<string, string | readonly (string | number)[]>> => {
  const added = newContent(message, parent);
  const { bounce, kindAlone, kindAsAnswer } = understandKind(message);
  return {
    subject: message.subject,
    messageId: message.messageId,
    inReplyTo: message.inReplyTo,
    references: message.references.join(" "),
    from: message.from.email,
    fromName: message.from.name,
    text: message.text.trim() === "" ? htmlToText(message.html) : message.text,
    html: message.html,
    replyText: added.text,
    replyHtml: added.html,
    snippet: added.snippet,
    kind: (message.inReplyTo === "" ? kindAlone : kindAsAnswer).kind,
    bounced: bounce?.recipients.map(({ email }) => email) ?? [],
    files: message.attachments.map(({ filename }) => filename),
    types: message.attachments.map(({ contentType }) => contentType),
    sizes: message.attachments.map(({ size }) => size),
  };
};

/** What is wrong in a reading, in words; empty when it is right. */
export const faultsOf = (expect: GivenMail["expect"], reading: ReturnType<typeof readingOf>): readonly string[] =>
  Object.entries(expect).flatMap(([field, expected]) => {
    const value = reading[field] ?? "";
    const shown = Array.isArray(value) ? JSON.stringify(value) : folded(String(value));
    const told = (fault: string) => [`${field} ${fault}: ${shown.slice(0, 300)}`];
    if (typeof expected === "string") return shown === folded(expected) ? [] : told(`is not ${expected}`);
    if (Array.isArray(expected)) return shown === JSON.stringify(expected) ? [] : told(`is not ${JSON.stringify(expected)}`);
    const { has = [], hasNot = [] } = expected as Exclude<Expected, string | readonly (string | number)[]>;
    return [
      ...[has].flat().flatMap((words) => (shown.includes(folded(words)) ? [] : told(`lacks ${words}`))),
      ...[hasNot].flat().flatMap((words) => (shown.includes(folded(words)) ? told(`has ${words}`) : [])),
    ];
  });
