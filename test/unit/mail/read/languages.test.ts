import { autoReplyWords, receiptWords } from "#shared/mail/read/auto-reply-body.ts";
import { describe, expect, it } from "vitest";
import { isAutoReplySubject } from "#shared/mail/read/classify.ts";
import { isChallenge, isChallengeInProse } from "#shared/mail/read/bounces/reports.ts";
import {
  bounceSubject,
  delayProse,
  gaveUpProse,
  introduction,
  label,
  reasonLabel,
  saysFailure,
  recipientsInProse,
} from "#shared/mail/read/bounces/prose.ts";
import { withoutGatewayTags, forwardSubject, replySubject } from "#shared/mail/write/compose/compose.ts";
import { languages, labelKinds, phraseSource } from "#shared/mail/read/languages/phrases.ts";
import type { Language } from "#shared/mail/read/languages/language.ts";
import { readLabel } from "#shared/mail/read/quotes/body-lines.ts";
import { isNameLike, dateOpening, shortDate, time } from "#shared/mail/read/quotes/attribution-forms.ts";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";

const answer = "Thank you, that works.";
const quoted = (example: string) => replyText(`${answer}\n\n${example}\n> Shall we meet?\n`) === answer;
const keeps = (example: string) => replyText(`${answer}\n\n${example}\n> Shall we meet?\n`) === `${answer}\n\n${example}`;
const cuts = (example: string) => replyText(`${answer}\n\n${example}\n\nShall we meet?\nJane\n`) === answer;

const untagged = (example: string) => withoutGatewayTags(example) === "Re: Offer";
/** The addresses that a notice names as failed, besides one that it only mentions. */
const failed = (line: string) => recipientsInProse(["See list@a.example.", line], new Set()).map(({ email }) => email);

const unnamed = { namesParent: false };

/** What shows that an example is read, by the part of a language that it stands in. */
const isRead: Record<Exclude<keyof Language, "labels">, (example: string) => boolean> = {
  wrote: quoted,
  wroteJoined: quoted,
  beforeDate: quoted,
  afterHour: (example) => time.test(example),
  beforeTime: (example) => time.test(example),
  weekdayOpenings: (example) => replyText(`${answer} ${example}\n> Shall we meet?\n`) === answer,
  hourSigns: (example) => time.test(example),
  yearSigns: (example) => dateOpening.test(example),
  dayEndings: (example) => shortDate.test(example),
  nameParticles: isNameLike,
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
  devices: (example) => replyText(`${answer}\n\n${example}`) === answer,
  speakers: (example) => replyText(`${answer}\n\n${example}`) !== answer,
  replyPrefixes: (example) => replySubject(example) === example,
  forwardPrefixes: (example) => forwardSubject(example) === example,
  gatewayTags: untagged,
  afterGatewayTag: untagged,
  autoReplySubjects: (example) => isAutoReplySubject(example, false),
  autoReplyTags: (example) => isAutoReplySubject(example, false),
  afterAutoReply: (example) => isAutoReplySubject(example, false),
  untilWords: (example) => isAutoReplySubject(example, true),
  absenceSubjects: (example) => isAutoReplySubject(example, true) && !isAutoReplySubject(example, false),
  autoReplyBodies: (example) => autoReplyWords({ subject: "Hello", text: example, html: "" }, unnamed) !== "",
  absenceBodies: (example) => autoReplyWords({ subject: "Hello", text: `${example}\nThank you for your mail.`, html: "" }, unnamed) !== "",
  acknowledgements: (example) => autoReplyWords({ subject: "Hello", text: `Out of office.\n${example}`, html: "" }, unnamed) !== "",
  closings: (example) =>
    autoReplyWords({ subject: "Re: Hello", text: `Out of office. Thank you for your mail.\n\n${example},`, html: "" }, unnamed) !== "",
  automaticNotes: (example) => autoReplyWords({ subject: "Re: Hello", text: `${"x ".repeat(100)}. ${example}`, html: "" }, unnamed) !== "",
  challengeRequests: (example) => isChallengeInProse({ text: `${example}, so that your message will be delivered: https://a.example` }),
  challengePurposes: (example) => isChallenge({ text: `Please click here, ${example}`, reports: [] }),
  challengeProofs: (example) => isChallengeInProse({ text: `Please click here, ${example}` }),
  receiptSubjects: (example) => receiptWords({ subject: example, text: "Your message was read on Friday.", html: "" }) !== "",
  receiptBodies: (example) => receiptWords({ subject: "Read: Offer", text: example, html: "" }) !== "",
  bounceFailures: (example) => saysFailure(example),
  bounceDelays: (example) => delayProse.test(example),
  bounceGivesUp: (example) => gaveUpProse.test(example),
  bounceReasonLabels: (example) => reasonLabel.test(example),
  bounceIntroductions: (example) => introduction.test(example),
  bounceRecipients: (example) => introduction.test(example),
  bounceLabels: (example) => label.test(example),
  bounceReasons: (example) => failed(example).join() === "lost@gone.example",
  bounceContacts: (example) => failed(example).join() === "list@a.example",
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
