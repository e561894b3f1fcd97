/**
 * Phrases with an example each, `{ phrase: example }`; a program or person wrote the example, and a test reads it. In a phrase, `[x]` is optional,
 * `{a|b}` is either of both, and `…` stands for up to 60 characters; a final colon must follow, but is not part of the match.
 */
export type Phrases = Readonly<Record<string, string>>;

/** The kinds of header lines that mail programs copy above a quoted message. */
export type LabelKind = "from" | "date" | "to" | "cc" | "subject" | "other";

/** The phrases of one language in mail. A language is one file of this type and its line in the index. */
export interface Language {
  /** The verb in the line above a quote: "On Friday Jane wrote:". */
  readonly wrote?: Phrases;
  /** The verb in programs that omit the space before it. */
  readonly wroteJoined?: Phrases;
  /** Words at the start of that line, before the date: "On", "Am", "Le". */
  readonly beforeDate?: Phrases;
  /** Words after the hour in that line: "10 Uhr", "10 h". */
  readonly afterHour?: Phrases;
  /** Words before the time in that line, including the following space: "klo 10.15". */
  readonly beforeTime?: Phrases;
  /** The start of that line where it stands behind the answer on the same line, upper and lower case apart: "On Fri, ". */
  readonly weekdayOpenings?: Phrases;
  /** The sign between hour and minute, besides a colon and a full stop: "10h15", "10時15". */
  readonly hourSigns?: Phrases;
  /** The sign behind the year in a date: "2026年11月20日". */
  readonly yearSigns?: Phrases;
  /** The ending of a day's number: "20th November". */
  readonly dayEndings?: Phrases;
  /** Words in names that start with a small letter: "Jan van Dam". */
  readonly nameParticles?: Phrases;
  /** The start of that line in Horde and similar programs, which has neither verb nor date: "Quoting Jane <jane@example.com>:". */
  readonly quoting?: Phrases;
  /** GroupWise's words before the id of the answered message: ">>> On Friday at 10:15, in message <id>". */
  readonly inMessage?: Phrases;
  /** Words for "I" and "we", upper and lower case apart; they show that a person wrote the line: "On Friday I wrote:". */
  readonly firstPerson?: Phrases;
  /** The start of a person's sentence about what somebody wrote: "As Jane wrote on Friday:". */
  readonly asSomebody?: Phrases;
  /** Names of header lines as they are copied into bodies, by kind, as in Outlook, Apple Mail, Thunderbird and web mailers; no patterns. */
  readonly labels?: Readonly<Partial<Record<LabelKind, Phrases>>>;
  /** The words in the dividing line above an answered message: "Original message". */
  readonly originalMessage?: Phrases;
  /** The words in the dividing line above a forwarded message, which is new content for the reader. */
  readonly forwardedMessage?: Phrases;
  /** A help desk's request where to write: "Please type your reply above this line". */
  readonly replyAboveThisLine?: Phrases;
  /** The start of a program's footer; the name of a device or program follows: "Sent from my". */
  readonly sentFrom?: Phrases;
  /** The same for languages where the verb comes last: "iPhoneから送信". */
  readonly sentFromAtEnd?: Phrases;
  /** Words for a telephone or a mail program in such a footer, besides brand names. */
  readonly devices?: Phrases;
  /** Pronouns that no program writes in such a footer; they show that a person wrote it. */
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
  /** The same phrases in brackets, anywhere in the subject. */
  readonly autoReplyTags?: Phrases;
  /** Words that may follow them: "Automatic reply to your mail". */
  readonly afterAutoReply?: Phrases;
  /** Words for an absence with which people start subjects too: they count only in answers, alone or before punctuation or a date. */
  readonly absenceSubjects?: Phrases;
  /** Words between an absence in a subject and its dates: "Vacation until Monday". */
  readonly untilWords?: Phrases;
  /** What an automatic answer calls itself in its body; one match is enough. */
  readonly autoReplyBodies?: Phrases;
  /** Phrases about an absence, a person who left, or a request that arrived; people use them too. */
  readonly absenceBodies?: Phrases;
  /** Phrases that accompany those: thanks for the mail, whom to ask instead, when an answer will come. Both together show an automatic answer. */
  readonly acknowledgements?: Phrases;
  /** Closings of a letter, alone on a line; they say nothing. */
  readonly closings?: Phrases;
  /** Notes that a program wrote the mail: they count in a mail that answers another, because only those matter. */
  readonly automaticNotes?: Phrases;
  /** What a filter asks the sender to do before it delivers the mail: "click", "answer". It counts together with a purpose. */
  readonly challengeRequests?: Phrases;
  /** The purpose, in a mail that is a report: to prove to be a person, so that the mail is delivered. */
  readonly challengePurposes?: Phrases;
  /** The purpose, in any mail: only what no person asks of a sender. */
  readonly challengeProofs?: Phrases;
  /** The start of a read or delivery receipt's subject; it counts together with a phrase of the body. */
  readonly receiptSubjects?: Phrases;
  /** Phrases in a receipt's body about what happened to the mail. */
  readonly receiptBodies?: Phrases;
  /** Phrases anywhere in a bounce's subject. */
  readonly bounceSubjects?: Phrases;
  /** Phrases in a bounce for mail that was not delivered; narrow enough that people's own sentences do not match by chance. */
  readonly bounceFailures?: Phrases;
  /** Phrases in a notice for mail that is still being tried; the mail system or a person in front of it wrote no reply code. */
  readonly bounceDelays?: Phrases;
  /** Phrases by which a mail system ends its attempts; they outweigh those of a delay. */
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
  /** Words before the address of somebody who may help, and who is no failed recipient. */
  readonly bounceContacts?: Phrases;
}
