import { anyOf, phraseSource } from "../languages/phrases.ts";
import type { Phrases } from "../languages/language.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { dialects } from "./dialects/index.ts";

/** The lists of phrases of a dialect. */
type Part = { [Key in keyof Dialect]: Dialect[Key] extends Phrases | undefined ? Key : never }[keyof Dialect] & string;

/** The source of a regular expression that finds any phrase of one part of all dialects; the longer come first. */
const anyPhrase = (part: Part): string =>
  [...new Set(Object.values(dialects).flatMap((dialect) => Object.keys(dialect[part] ?? {})))]
    .toSorted((a, b) => b.length - a.length)
    .map(phraseSource)
    .join("|");

const anywhere = (part: Part): RegExp => new RegExp(anyPhrase(part), "iu");

/** Local parts that only a mail system has, lower case; the last is Exchange's own recipient, whose number is the same everywhere. */
export const daemonLocalPart =
  /^(?:mailer[-_.]?daemon|mail[-_.]?daemon|mail[-_.]delivery[-_.]s\w+|mmdf|mdaemon|delivery[-_.]?notification|microsoftexchange[0-9a-f]{32})(?:[-+.=].*)?$/;

/** Local parts that mail systems share with people who run them, lower case. */
export const systemLocalPart = /^(?:post[-_.]?master|bounces?|dsn|ndr)(?:[-+.=].*)?$/;

/** Display names that mail systems have. */
export const systemName = anywhere("senders");

/** Domains from which a mail service mails its events as JSON (Amazon SNS). */
export const notificationDomain = /^sns\.amazonaws\.com$|(?:^|\.)amazonses\.com$/;

/** Lines of an SMTP session (RFC 5321), which no person writes. */
export const smtpDialogue = /\brcpt to: ?<?[^\s@]{1,64}@|(?:<<<|>>>) ?\d{3} |\b[45]\d\d[ -]{1,3}[45]\.\d{1,3}\.\d{1,3}\b/i;

/** A subject that a person's program made of a notice's. */
export const answeredOrForwarded = /^\s*(?:re|aw|sv|vs|antw|odp|fwd?|wg|tr|rv|enc|doorst|vb|i)\s?(?:\[\d+\])?\s*[:：]/i;

/** Subjects of delivery notices. */
export const bounceSubject = new RegExp(`${anyPhrase("subjects")}|${anyOf("bounceSubjects")}`, "iu");

/** The lines of an SMTP server that refuses, as notices copy them. */
const refusal = /\b[45]\d\d[ -#]{1,2}[45]\.\d{1,3}\.\d{1,3}\b|\b(?:rcpt|data|mail) (?:to|from)?:? ?<[^>\n]{0,320}>[^\n]{0,20}\b[45]\d\d\b/i;

/** Whether a text says that mail did not arrive, in a mail system's words or in the server's. */
export const saysFailure = (text: string): boolean => failure.test(text) || refusal.test(text);
const failure = new RegExp(`${anyPhrase("failures")}|${anyOf("bounceFailures")}`, "iu");

/** A notice about mail that is still being tried: no failure (RFC 3464, 2.3.3, "delayed"). */
export const delayProse = anywhere("delays");

/** Its opposite: what says that trying has ended. */
export const gaveUpProse = anywhere("givesUp");

/** The line above the failed recipients; a general word for them and a colon end it in many forms. */
export const introduction = new RegExp(
  `${anyPhrase("introductions")}|${anyOf("bounceIntroductions")}|(?:recipient|address|destination)(?:s|es|\\(s\\)|\\(es\\))?[^:]{0,60}:\\s*$`,
  "iu",
);

/** A failed recipient behind its label. */
export const label = new RegExp(`^[\\s*>\\-\\d.)]*(?:${anyPhrase("labels")})\\s*[:=：]`, "iu");

/** Lines from which on a notice only quotes the message that failed: a phrase of a dialect, or a general name of that message that ends the line. */
export const returnedMessageStarts = new RegExp(
  `^[\\s\\-=_*>|#]*(?:${anyPhrase("returned")}|(?:the )?(?:original|returned|unsent|undelivered|failed)[- ]?(?:e-?mail |mail |message |messages |your )*(?:message|mail|headers?|info)(?: headers?| info| text| body| header)?\\s*(?:follows?|is following|as follows|attached|:|-{2,}|$))`,
  "iu",
);
