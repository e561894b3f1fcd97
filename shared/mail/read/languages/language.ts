/**
 * Phrases, each with an example that a program or person wrote and a test reads: `{ phrase: example }`. In a phrase, `[x]` is optional, `{a|b}` is
 * one of both, and `…` stands for up to 60 characters. After a phrase with a colon at its end a colon must follow; it is not part of the match.
 */
export type Phrases = Readonly<Record<string, string>>;

/** The kinds of header lines that mail programs copy above a quoted message. */
export type LabelKind = "from" | "date" | "to" | "cc" | "subject" | "other";

/** The phrases of one language. A language is one file of this type and its line in `phrases.ts`. */
export interface Language {
  /** The verb in the line above a quote: "On Friday Jane wrote:". */
  readonly wrote?: Phrases;
  /** The same verb in programs that write it without a space before it. */
  readonly wroteJoined?: Phrases;
  /** Words at the start of that line, before the date: "On", "Am", "Le". */
  readonly beforeDate?: Phrases;
  /** Words after the hour in that line: "10 Uhr", "10 h". */
  readonly afterHour?: Phrases;
  /** Words before the time in that line, including the following space: "klo 10.15". */
  readonly beforeTime?: Phrases;
  /** The start of that line when it stands on the last line of the answer; case matters: "On Fri, ". */
  readonly weekdayOpenings?: Phrases;
  /** The sign between hour and minute, besides a colon and a full stop: "10h15", "10時15". */
  readonly hourSigns?: Phrases;
  /** The sign behind the year in a date: "2026年11月20日". */
  readonly yearSigns?: Phrases;
  /** The ending of a day's number: "20th November". */
  readonly dayEndings?: Phrases;
  /** Words in names that are written in lower case: "Jan van Dam". */
  readonly nameParticles?: Phrases;
  /** The start of that line in Horde and similar programs, which has neither verb nor date: "Quoting Jane <jane@example.com>:". */
  readonly quoting?: Phrases;
  /** GroupWise's words before the id of the answered message: ">>> On Friday at 10:15, in message <id>". */
  readonly inMessage?: Phrases;
  /** Words for "I" and "we"; case matters. They show that a person wrote the line: "On Friday I wrote:". */
  readonly firstPerson?: Phrases;
  /** The start of a person's sentence about what somebody wrote: "As Jane wrote on Friday:". */
  readonly asSomebody?: Phrases;
  /** Names of header lines as they are copied into bodies, by kind, as in Outlook, Apple Mail, Thunderbird and web mailers; no patterns. */
  readonly labels?: Readonly<Partial<Record<LabelKind, Phrases>>>;
  /** The words in the dividing line above an answered message: "Original message". */
  readonly originalMessage?: Phrases;
  /** The words in the dividing line above a forwarded message, which is new content for the reader. */
  readonly forwardedMessage?: Phrases;
  /** The words with which a help desk says where to answer: "Please type your reply above this line". */
  readonly replyAboveThisLine?: Phrases;
  /** The start of a program's footer; the name of a device or program follows: "Sent from my". */
  readonly sentFrom?: Phrases;
  /** The same for languages where the verb comes last: "iPhoneから送信". */
  readonly sentFromAtEnd?: Phrases;
  /** Words for a telephone or a mail program in such a footer, besides brand names. */
  readonly devices?: Phrases;
  /** Pronouns that only a person writes in such a footer, never a program. */
  readonly speakers?: Phrases;
  /** Prefixes of an answer's subject, before a colon: "Re". */
  readonly replyPrefixes?: Phrases;
  /** Prefixes of a forward's subject, before a colon: "Fwd". */
  readonly forwardPrefixes?: Phrases;
  /** Words in the tags that gateways and filters put before a subject: "[EXTERNAL]". */
  readonly gatewayTags?: Phrases;
  /** Words that may follow them in the tag: "[External sender]". */
  readonly afterGatewayTag?: Phrases;
  /** The start of an automatic answer's subject. */
  readonly autoReplySubjects?: Phrases;
  /** The start of an automatic answer's subject when it stands in brackets, anywhere in the subject. */
  readonly autoReplyTags?: Phrases;
  /** Words that may follow them: "Automatic reply to your mail". */
  readonly afterAutoReply?: Phrases;
  /** Words for an absence that people also start subjects with. They count only in answers, alone or before punctuation or a date. */
  readonly absenceSubjects?: Phrases;
  /** Words between an absence in a subject and its dates: "Vacation until Monday". */
  readonly untilWords?: Phrases;
  /** What an automatic answer calls itself in its body; one match suffices. */
  readonly autoReplyBodies?: Phrases;
  /** Phrases about an absence, a person who left, or a request that arrived. People use them, too. */
  readonly absenceBodies?: Phrases;
  /** Phrases that accompany those: thanks for the mail, whom to ask instead, when an answer will come. One of each list shows an automatic answer. */
  readonly acknowledgements?: Phrases;
  /** Closings of a letter, alone on a line; they are no sign of a person or a program. */
  readonly closings?: Phrases;
  /** Notes that a program wrote the mail. They count only in a mail that answers another. */
  readonly automaticNotes?: Phrases;
  /** What a filter asks the sender to do before it delivers the mail: "click", "answer". It counts only together with a purpose. */
  readonly challengeRequests?: Phrases;
  /** The purpose of such a request, in a mail that is a report: to prove to be a person, so that the mail is delivered. */
  readonly challengePurposes?: Phrases;
  /** The same in any mail: only phrases that no person writes to a sender. */
  readonly challengeProofs?: Phrases;
  /** The start of a read or delivery receipt's subject; it counts together with a phrase of the body. */
  readonly receiptSubjects?: Phrases;
  /** Phrases in a receipt's body about what happened to the mail. */
  readonly receiptBodies?: Phrases;
  /** Phrases anywhere in a bounce's subject. */
  readonly bounceSubjects?: Phrases;
  /** Phrases in a bounce for mail that was not delivered; narrow enough that people's own sentences do not match by chance. */
  readonly bounceFailures?: Phrases;
  /** Phrases in a notice about mail that is still being tried, without a reply code. */
  readonly bounceDelays?: Phrases;
  /** Phrases that say that a mail system has ended its attempts; they outweigh those of a delay. */
  readonly bounceGivesUp?: Phrases;
  /** Labels of the reason in a notice; a colon follows. */
  readonly bounceReasonLabels?: Phrases;
  /** Phrases in the line above the failed recipients. */
  readonly bounceIntroductions?: Phrases;
  /** General words for failed recipients, which introduce them on a line that ends with a colon. */
  readonly bounceRecipients?: Phrases;
  /** Labels of a failed recipient at the start of a line; a colon or "=" follows. */
  readonly bounceLabels?: Phrases;
  /** Words in a line that names the failed recipient within a sentence. */
  readonly bounceReasons?: Phrases;
  /** Words before the address of somebody who can help, and who is not a failed recipient. */
  readonly bounceContacts?: Phrases;
}

/** The source of a regular expression that finds a phrase (`Phrases` explains the syntax). Each variable part in it is bounded. */
export const phraseSource = (phrase: string): string =>
  phrase
    .replace(/[.*+?^$()\\]/g, "\\$&")
    .replaceAll("[", "(?:")
    .replaceAll("]", ")?")
    .replaceAll("{", "(?:")
    .replaceAll("}", ")")
    .replaceAll(" … ", " (?:.{0,60} )?")
    .replaceAll("…", ".{0,60}")
    .replace(/:$/, "(?= ?[:：])");

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Finds any of these phrases at the start of a word, which may go on; in scripts without spaces, anywhere. None for no phrases. */
export const anyPhrase = (phrases: Phrases, flags = "iu"): RegExp => {
  const all = Object.keys(phrases).toSorted((a, b) => b.length - a.length);
  const found = (inside: boolean) => all.filter((phrase) => unspaced.test(phrase) === inside).map(phraseSource);
  const spaced = found(false);
  const sources = [...(spaced.length > 0 ? [`(?<![\\p{L}\\p{N}])(?:${spaced.join("|")})`] : []), ...found(true)];
  return new RegExp(sources.length === 0 ? "(?!)" : sources.join("|"), flags);
};
