/**
 * Phrases with an example each, `{ phrase: example }`: the example is what a program or person writes, and a test reads it. In a phrase `[x]`
 * may be missing, `{a|b}` is one of both, and `…` stands for up to 60 characters; a colon at its end is looked for and not part of it.
 */
export type Phrases = Readonly<Record<string, string>>;

/** The kinds of header line that mail programs copy above a quoted message. */
export type LabelKind = "from" | "date" | "to" | "cc" | "subject" | "other";

/** What mail says in one language. A language is one file of this type and its line in the index. */
export interface Language {
  /** How the line above a quote says "wrote": "On Friday Jane wrote:". */
  readonly wrote?: Phrases;
  /** Words before the date that such a line begins with: "On", "Am", "Le". */
  readonly beforeDate?: Phrases;
  /** How Horde and its kin begin such a line, which then has neither verb nor date: "Quoting Jane <jane@example.com>:". */
  readonly quoting?: Phrases;
  /** What GroupWise writes before the id of the message that is answered: ">>> On Friday at 10:15, in message <id>". */
  readonly inMessage?: Phrases;
  /** Words for "I" and "we", upper and lower case apart: who uses one speaks himself, "On Friday I wrote:". */
  readonly firstPerson?: Phrases;
  /** How a sentence begins that says what somebody wrote: "As Jane wrote on Friday:". */
  readonly asSomebody?: Phrases;
  /** Names of header lines as they are copied into bodies, by kind, as Outlook, Apple Mail, Thunderbird and web mailers write them; no patterns. */
  readonly labels?: Readonly<Partial<Record<LabelKind, Phrases>>>;
  /** The name of the message below a dividing line: "Original message". */
  readonly originalMessage?: Phrases;
  /** The same of a message that is passed on: what follows is new content for the reader. */
  readonly forwardedMessage?: Phrases;
  /** How help desks say where the answer goes: "Please type your reply above this line". */
  readonly replyAboveThisLine?: Phrases;
  /** How a program begins to say from where it sent; the name of a device or program follows: "Sent from my". */
  readonly sentFrom?: Phrases;
  /** The same where the verb comes last: "iPhoneから送信". */
  readonly sentFromAtEnd?: Phrases;
  /** What an answer's subject begins with, before a colon: "Re". */
  readonly replyPrefixes?: Phrases;
  /** What the subject of a forward begins with, before a colon: "Fwd". */
  readonly forwardPrefixes?: Phrases;
  /** How the subject of an automatic answer begins. */
  readonly autoReplySubjects?: Phrases;
  /** Words for an absence that people also begin a subject with: they count only in answers, alone or before a mark or a date. */
  readonly absenceSubjects?: Phrases;
  /** What the body of an automatic answer calls itself: this alone shows it. */
  readonly autoReplyBodies?: Phrases;
  /** What it says of an absence, of somebody who left, or of a request that came in; people say so too. */
  readonly absenceBodies?: Phrases;
  /** What it says beside: thanks for the mail, whom to ask instead, when an answer comes. Both together show an automatic answer. */
  readonly acknowledgements?: Phrases;
  /** What a note says about a mail that a program wrote: it counts in a mail that answers another; others are no answers anyway. */
  readonly automaticNotes?: Phrases;
  /** How the subject of a read or delivery receipt begins: it counts together with what the body says. */
  readonly receiptSubjects?: Phrases;
  /** What the body of a receipt says happened to the mail. */
  readonly receiptBodies?: Phrases;
  /** What the subject of a delivery notice says anywhere. */
  readonly bounceSubjects?: Phrases;
  /** What a delivery notice says of mail that did not arrive. Narrow enough for a person's prose not to match by chance. */
  readonly bounceFailures?: Phrases;
  /** What the line above the failed recipients says. */
  readonly bounceIntroductions?: Phrases;
}
