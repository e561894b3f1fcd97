import { autoReplyWords, receiptWords } from "#shared/domain/mail/read/auto-reply-body.ts";
import { describe, expect, it } from "vitest";
import { isAutoReplySubject } from "#shared/domain/mail/read/auto-reply-subjects.ts";
import { introduction, bounceSubject, saysFailure } from "#shared/domain/mail/read/bounces/phrases.ts";
import { languages } from "#shared/domain/mail/read/languages/index.ts";
import type { Language } from "#shared/domain/mail/read/languages/language.ts";
import { labelKinds, phraseSource } from "#shared/domain/mail/read/languages/phrases.ts";
import { readLabel } from "#shared/domain/mail/read/quotes/labels.ts";
import { replyText } from "#shared/domain/mail/read/quotes/strip-text.ts";
import { forwardSubject, replySubject } from "#shared/domain/mail/write/compose/subject.ts";

const answer = "Thank you, that works.";
const quoted = (example: string) => replyText(`${answer}\n\n${example}\n> Shall we meet?\n`) === answer;
const keeps = (example: string) => replyText(`${answer}\n\n${example}\n> Shall we meet?\n`) === `${answer}\n\n${example}`;
const cuts = (example: string) => replyText(`${answer}\n\n${example}\n\nShall we meet?\nJane\n`) === answer;

const unnamed = { namesParent: false };

/** What shows that an example is read, by the part of a language that it stands in. */
const isRead: Record<Exclude<keyof Language, "labels">, (example: string) => boolean> = {
  wrote: quoted,
  beforeDate: quoted,
  quoting: quoted,
  inMessage: cuts,
  firstPerson: keeps,
  asSomebody: keeps,
  originalMessage: cuts,
  forwardedMessage: (example) => {
    const forward = `See below.\n\n${example}\nFrom: Jane Doe <jane@example.com>\nSubject: Offer\n\nThe offer.`;
    return replyText(forward) === forward;
  },
  replyAboveThisLine: cuts,
  sentFrom: (example) => replyText(`${answer}\n\n${example}`) === answer,
  sentFromAtEnd: (example) => replyText(`${answer}\n\n${example}`) === answer,
  replyPrefixes: (example) => replySubject(example) === example,
  forwardPrefixes: (example) => forwardSubject(example) === example,
  autoReplySubjects: (example) => isAutoReplySubject(example, false),
  absenceSubjects: (example) => isAutoReplySubject(example, true) && !isAutoReplySubject(example, false),
  autoReplyBodies: (example) => autoReplyWords({ subject: "Hello", text: example, html: "" }, unnamed) !== "",
  absenceBodies: (example) => autoReplyWords({ subject: "Hello", text: `${example}\nThank you for your mail.`, html: "" }, unnamed) !== "",
  acknowledgements: (example) => autoReplyWords({ subject: "Hello", text: `Out of office.\n${example}`, html: "" }, unnamed) !== "",
  automaticNotes: (example) => autoReplyWords({ subject: "Re: Hello", text: `${"x ".repeat(100)}. ${example}`, html: "" }, unnamed) !== "",
  receiptSubjects: (example) => receiptWords({ subject: example, text: "Your message was read on Friday.", html: "" }) !== "",
  receiptBodies: (example) => receiptWords({ subject: "Read: Offer", text: example, html: "" }) !== "",
  bounceFailures: (example) => saysFailure(example),
  bounceIntroductions: (example) => introduction.test(example),
  bounceSubjects: (example) => bounceSubject.test(example),
};

const parts = Object.keys(isRead) as (keyof typeof isRead)[];

describe("a phrase of a language", () => {
  it.each(parts)("is read in its example: %s", (part) => {
    const unread = languages.flatMap((language) => Object.values(language[part] ?? {})).filter((example) => !isRead[part](example));

    expect(unread).toEqual([]);
  });

  it.each(parts)("stands in its example: %s", (part) => {
    const phrases = languages.flatMap((language) => Object.entries(language[part] ?? {}));

    expect(phrases.filter(([phrase, example]) => !new RegExp(phraseSource(phrase), "iu").test(example))).toEqual([]);
  });

  it("says by itself who wrote what is quoted below, without date or address", () => {
    const verbs = languages.flatMap(({ wrote = {} }) => Object.keys(wrote)).filter((phrase) => !/[….:[{]/.test(phrase));

    expect(verbs.length).toBeGreaterThan(80);
    expect(verbs.filter((verb) => !quoted(`Jane Doe ${verb}:`))).toEqual([]);
  });

  it("is a header line's name in its example, of one kind in all languages", () => {
    const labels = languages.flatMap((language) => Object.entries(language.labels ?? {}));
    const wrong = labels.flatMap(([kind, phrases]) =>
      Object.entries(phrases).filter(([label, example]) => readLabel(example)?.kind !== kind || labelKinds.get(label) !== kind),
    );

    expect(labels.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it("makes a copied header with the other names of its language", () => {
    const blocks = languages.flatMap(({ labels }) =>
      labels?.from && labels.date && labels.to && labels.subject
        ? [labels.from, labels.date, labels.to, labels.subject].map((phrases) => Object.values(phrases)[0]).join("\n")
        : [],
    );

    expect(blocks.length).toBeGreaterThan(30);
    expect(blocks.filter((block) => !cuts(block))).toEqual([]);
  });
});
