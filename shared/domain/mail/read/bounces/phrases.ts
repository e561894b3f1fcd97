import { anyOf, anyStartOf, phraseSource } from "../languages/phrases.ts";
import type { Phrases } from "../languages/language.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { dialects } from "./dialects/index.ts";

/** The lists of phrases of a dialect. */
type Part = { [Key in keyof Dialect]: Dialect[Key] extends Phrases | undefined ? Key : never }[keyof Dialect] & string;

/** The source of a regular expression that finds any phrase of one part in all dialects; longer phrases come first. */
const anyPhrase = (part: Part): string =>
  [...new Set(Object.values(dialects).flatMap((dialect) => Object.keys(dialect[part] ?? {})))]
    .toSorted((a, b) => b.length - a.length)
    .map(phraseSource)
    .join("|");

const anywhere = (part: Part): RegExp => new RegExp(anyPhrase(part), "iu");

/** Local parts that only mail systems use, in lower case; the last is Exchange's own recipient, which has the same number everywhere. */
export const daemonLocalPart =
  /^(?:mailer[-_.]?daemon|mail[-_.]?daemon|mail[-_.]delivery[-_.]s\w+|mmdf|mdaemon|delivery[-_.]?notification|microsoftexchange[0-9a-f]{32})(?:[-+.=].*)?$/;

/** Local parts that mail systems share with their administrators, in lower case. */
export const systemLocalPart = /^(?:post[-_.]?master|bounces?|dsn|ndr)(?:[-+.=].*)?$/;

/** Display names of mail systems. */
export const systemName = anywhere("senders");

/** Domains from which a mail service sends its events as JSON (Amazon SNS). */
export const notificationDomain = /^sns\.amazonaws\.com$|(?:^|\.)amazonses\.com$/;

/** Lines of an SMTP session (RFC 5321), which no person writes. */
export const smtpDialogue = /\brcpt to: ?<?[^\s@]{1,64}@|(?:<<<|>>>) ?\d{3} |\b[45]\d\d[ -]{1,3}[45]\.\d{1,3}\.\d{1,3}\b/i;

/** Subjects of delivery notices. */
export const bounceSubject = new RegExp(`${anyPhrase("subjects")}|${anyOf("bounceSubjects")}`, "iu");

/** The lines of an SMTP server that refuses, as bounce messages copy them. */
const refusal = /\b[45]\d\d[ -#]{1,2}[45]\.\d{1,3}\.\d{1,3}\b|\b(?:rcpt|data|mail) (?:to|from)?:? ?<[^>\n]{0,320}>[^\n]{0,20}\b[45]\d\d\b/i;

/** Whether a text reports that mail was not delivered, in a mail system's or the server's phrases. */
export const saysFailure = (text: string): boolean => failureProse.test(text) || refusal.test(text);

/** Phrases for mail that was not delivered. */
export const failureProse = new RegExp(`${anyPhrase("failures")}|${anyOf("bounceFailures")}`, "iu");

/** Phrases for mail that is still being tried, which is no failure (RFC 3464, 2.3.3, "delayed"). */
export const delayProse = new RegExp(`${anyPhrase("delays")}|${anyStartOf("bounceDelays")}`, "iu");

/** Phrases for the end of all attempts. */
export const gaveUpProse = new RegExp(`${anyPhrase("givesUp")}|${anyStartOf("bounceGivesUp")}`, "iu");

/** A server's reason after its label, at the start of a line. */
export const reasonLabel = new RegExp(`^[\\s>*|-]{0,10}(?:${anyOf("bounceReasonLabels")})\\s{0,3}[:：]\\s{0,3}(?=\\S)`, "imu");

/** The line above the failed recipients; it may end in a general word for them and a colon. */
export const introduction = new RegExp(
  `${anyPhrase("introductions")}|${anyOf("bounceIntroductions")}|(?:${anyOf("bounceRecipients")})[^:]{0,60}:\\s*$`,
  "iu",
);

/** A failed recipient after its label. */
export const label = new RegExp(`^[\\s*>\\-\\d.)]*(?:${anyPhrase("labels")}|${anyOf("bounceLabels")})\\s*[:=：]`, "iu");

/** Lines after which only the failed message follows: a dialect's phrase, or a general name of that message at the end of a line. */
export const returnedMessageStarts = new RegExp(
  `^[\\s\\-=_*>|#]*(?:${anyPhrase("returned")}|(?:the )?(?:original|returned|unsent|undelivered|failed)[- ]?(?:e-?mail |mail |message |messages |your )*(?:message|mail|headers?|info)(?: headers?| info| text| body| header)?\\s*(?:follows?|is following|as follows|attached|:|-{2,}|$))`,
  "iu",
);
