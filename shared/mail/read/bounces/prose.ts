import { imail, james, mdaemon, courier, exim, opensmtpd, postfix, qmail, sendmail } from "./dialects/servers.ts";
import { barracuda, interscan, mailmarshal, mimecast, common, type Dialect } from "./dialects/common.ts";
import { coremail, gmail, gmx, kddi, mailru, yahoo, zoho, domino, exchange, groupwise } from "./dialects/providers.ts";
import { anyOf, anyStartOf, phraseSource, anyWordOf } from "../languages/phrases.ts";
import type { Phrases } from "../languages/language.ts";
import { mimeLimits } from "../mime/mime-entity.ts";

/** All supported dialects. A new one stands in its family's file and in a line here. */
export const dialects: Readonly<Record<string, Dialect>> = {
  common,
  qmail,
  exim,
  postfix,
  sendmail,
  exchange,
  gmail,
  yahoo,
  gmx,
  opensmtpd,
  domino,
  groupwise,
  kddi,
  courier,
  mailmarshal,
  james,
  imail,
  interscan,
  mailru,
  coremail,
  mdaemon,
  zoho,
  barracuda,
  mimecast,
};

/** RFC 5321, 4.5.3.1: octets of a local part and of a domain. */
const MAX_LOCAL_PART = 64;
const MAX_DOMAIN = 255;
/** Letters beyond ASCII (RFC 6531), in scripts with spaces between words: in other scripts the words before an address would seem part of it. */
const letter = /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])[\p{L}\p{M}\p{N}]/u;
const anyLetter = /[\p{L}\p{M}\p{N}]/u;
const localChar = /[\w!#$%&'*+\-/=?^`{|}~.]/;
const domainChar = /[\w.-]/;
/** A local part between an angle bracket and the `@`, in any script. */
const inBrackets = /<([\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~.]{1,64})$/u;
/** How gateways and directories name the type of the address before it. */
const addressType = /^(?:smtp|rfc822|mailto|rcpt|to)=/i;

/** All addresses in a text, in order, as written; found from their `@` outwards, in linear time. */
export const emailsIn = (text: string): string[] => {
  const found: string[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const local = localPart(text, at);
    const domain = domainPart(text, at);
    if (local !== "" && domain !== "") found.push(`${local}@${domain}`);
  }
  return found;
};

/** The first address of a field or line, `""` when it has none. */
export const emailIn = (text: string): string => {
  return emailsIn(text)[0] ?? "";
};

const localPart = (text: string, at: number): string => {
  if (text[at - 1] === '"') {
    const open = text.lastIndexOf('"', at - 2);
    return open >= 0 && at - open <= MAX_LOCAL_PART ? text.slice(open, at) : "";
  }
  const bracketed = inBrackets.exec(text.slice(Math.max(0, at - MAX_LOCAL_PART - 1), at))?.[1];
  const local = bracketed ?? text.slice(localStart(text, at), at);
  return local.startsWith("=?") ? local : local.replace(addressType, "").replace(/^['`*.=!?&/|{}~^]+/, "");
};

const localStart = (text: string, at: number): number => {
  const belongs = (char: string) => localChar.test(char) || letter.test(char);
  let start = at;
  while (start > 0 && at - start < MAX_LOCAL_PART && belongs(text[start - 1]!)) start--;
  return start;
};

const domainPart = (text: string, at: number): string => {
  const letters = letter.test(text[at + 1] ?? "") ? letter : anyLetter;
  const belongs = (char: string) => domainChar.test(char) || letters.test(char);
  let end = at + 1;
  while (end < text.length && end - at <= MAX_DOMAIN && belongs(text[end]!)) end++;
  const domain = text.slice(at + 1, end).replace(/[.\-_]+$/, "");
  return domain.includes("..") || domain.startsWith(".") ? "" : domain;
};

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

/** Local parts that mail systems and their administrators use, in lower case. */
export const systemLocalPart = /^(?:post[-_.]?master|bounces?|dsn|ndr)(?:[-+.=].*)?$/;

/** Display names of mail systems. */
export const systemName = anywhere("senders");

/** Domains from which a mail service sends its events as JSON (Amazon SNS). */
export const notificationDomain = /^sns\.amazonaws\.com$|(?:^|\.)amazonses\.com$/;

/** Lines of an SMTP session (RFC 5321), which no person writes. */
export const smtpDialogue = /\brcpt to: ?<?[^\s@]{1,64}@|(?:<<<|>>>) ?\d{3} |\b[45]\d\d[ -]{1,3}[45]\.\d{1,3}\.\d{1,3}\b/i;

/** A pattern of subjects of delivery notices. */
export const bounceSubject = new RegExp(`${anyPhrase("subjects")}|${anyOf("bounceSubjects")}`, "iu");

/** The lines of an SMTP server that refuses, as bounce messages copy them. */
const refusal = /\b[45]\d\d[ -#]{1,2}[45]\.\d{1,3}\.\d{1,3}\b|\b(?:rcpt|data|mail) (?:to|from)?:? ?<[^>\n]{0,320}>[^\n]{0,20}\b[45]\d\d\b/i;

/** Whether a text reports that mail was not delivered, in a mail system's or the server's phrases. */
export const saysFailure = (text: string): boolean => failureProse.test(text) || refusal.test(text);

/** A pattern of phrases for mail that was not delivered. */
export const failureProse = new RegExp(`${anyPhrase("failures")}|${anyOf("bounceFailures")}`, "iu");

/** A pattern of phrases for mail that is still being tried, which is no failure (RFC 3464, 2.3.3, "delayed"). */
export const delayProse = new RegExp(`${anyPhrase("delays")}|${anyStartOf("bounceDelays")}`, "iu");

/** A pattern of phrases for the end of all attempts. */
export const gaveUpProse = new RegExp(`${anyPhrase("givesUp")}|${anyStartOf("bounceGivesUp")}`, "iu");

/** A label before a server's reason, at the start of a line. */
export const reasonLabel = new RegExp(`^[\\s>*|-]{0,10}(?:${anyOf("bounceReasonLabels")})\\s{0,3}[:：]\\s{0,3}(?=\\S)`, "imu");

/** The line above the failed recipients; it may end in a general word for them and a colon. */
export const introduction = new RegExp(
  `${anyPhrase("introductions")}|${anyOf("bounceIntroductions")}|(?:${anyOf("bounceRecipients")})[^:]{0,60}:\\s*$`,
  "iu",
);

/** A label before a failed recipient, at the start of a line. */
export const label = new RegExp(`^[\\s*>\\-\\d.)]*(?:${anyPhrase("labels")}|${anyOf("bounceLabels")})\\s*[:=：]`, "iu");

/** The lines after which only the failed message follows: a dialect's phrase, or a general name of that message at the end of a line. */
export const returnedMessageStarts = new RegExp(
  `^[\\s\\-=_*>|#]*(?:${anyPhrase("returned")}|(?:the )?(?:original|returned|unsent|undelivered|failed)[- ]?(?:e-?mail |mail |message |messages |your )*(?:message|mail|headers?|info)(?: headers?| info| text| body| header)?\\s*(?:follows?|is following|as follows|attached|:|-{2,}|$))`,
  "iu",
);

/** The ways in which a line of a bounce message names an address; the way with the highest weight decides who failed. */
const weights = { labelled: 4, listed: 4, introduced: 3, said: 2, mentioned: 1 } as const;

/** Lines with the addresses of others: fields of mail and reports, SMTP's MAIL FROM, pictures' names. */
const otherField =
  /^[\s>|*]*(?:from|(?:original )?sender|mail from|message-id|subject|date|sent|reply-to|return-path|cc|x-\S+|references|in-reply-to|reporting-mta|remote-mta|received(?:-from-mta)?|arrival-date)\s*[:=]|envelope-from|mail from:|@[\w.-]+\.(?:gif|jpe?g|png)\b/i;
/** "Please contact it@example.com". */
const contact = new RegExp(anyWordOf("bounceContacts", "[\\s:=][^@]{0,60}@"), "iu");

const namesAnother = (line: string): boolean =>
  !/rcpt to/i.test(line) && (otherField.test(line) || (contact.test(line) && !tried.test(line)));

/** "The group you tried to contact (a@b)". */
const tried = /\b(?:tried|trying|attempted) to (?:contact|write|reach)\b/i;

const helper = /^(?:postmaster|mailer-daemon|abuse|support|helpdesk)@/i;

/** An address named in a bounce message, with the lines about it. */
export interface NamedRecipient {
  readonly email: string;
  /** False when it is only mentioned. */
  readonly certain: boolean;
  readonly context: string;
}

/**
 * The recipients that a bounce message without a delivery-status part reports as failed; `self` are the addresses of the bounce message's sender and
 * addressee.
 */
export const recipientsInProse = (lines: readonly string[], self: ReadonlySet<string>): NamedRecipient[] => {
  const best = new Map<string, Mention>();
  let introduced = -100;
  let entryIndent = -1;
  for (const [number, line] of lines.entries()) {
    if (line.trim() === "") {
      entryIndent = -1;
      continue;
    }
    if (introduction.test(line.slice(0, 1000))) introduced = number;
    const emails = line.length > 1000 ? [] : emailsIn(line).filter((email) => email.includes("."));
    if (emails.length === 0 || namesAnother(line)) continue;
    const indent = line.length - line.trimStart().length;
    // below "<a@b>: host said:" an indented line continues about a@b and may name other addresses by chance
    const goesOn = entryIndent >= 0 && indent > entryIndent;
    const described = describesMail(lines, number);
    const weight = goesOn || described ? weights.mentioned : weigh(line, emails.length, number - introduced <= 8);
    if (weight >= weights.introduced && entryIndent < 0) entryIndent = indent;
    for (const email of emails) {
      const key = email.toLowerCase();
      const known = best.get(key);
      if (!known) best.set(key, { email, weight, line: number });
      else known.weight = Math.max(known.weight, weight);
    }
  }
  const chosen = heaviest([...best.values()], self).slice(0, mimeLimits.recipients);
  return chosen.map(({ email, line, weight }, i) => ({
    email,
    certain: weight >= weights.introduced,
    context: lines.slice(line, chosen[i + 1]?.line ?? lines.length).join("\n"),
  }));
};

interface Mention {
  readonly email: string;
  weight: number;
  readonly line: number;
}

/**
 * The mention with the highest weight decides. A helpdesk's address counts only when it is clearly listed; the correspondents' addresses never count.
 */
const heaviest = (mentions: readonly Mention[], self: ReadonlySet<string>): Mention[] => {
  const named = mentions.filter(({ email, weight }) => weight >= weights.listed || !helper.test(email));
  const candidates = named.filter(({ email }) => !self.has(email.toLowerCase()));
  const top = candidates.reduce((heavier, { weight }) => Math.max(heavier, weight), 0);
  return candidates.filter(({ weight }) => weight === top);
};

/** "<a@b>:", "a@b", "* a@b (reason)", "a@b: 550 …" at the start of a line. */
const entry = /^[*>\-\s"'<(]*[^\s<>"'@]{1,64}@[\p{L}\p{M}\w.-]{1,255}[>"')]*(?:\s*<mailto:[^<>]*>)?(?:\s*[:[(]|\s*\.{3}|,?$)/u;
/** "550 5.1.1 <a@b>", "<a@b>... User unknown": a server's reply that names the recipient. */
const replyLine = /^\d{3}[ -]?(?:\d\.\d\.\d )?<?[^\s<>@]{1,64}@|\.{3} ?(?:user|mailbox|recipient|unknown|\d{3})/i;
const speaksOfFailure = new RegExp(`\\b[45]\\d\\d\\b|${anyOf("bounceReasons")}`, "iu");

/** Whether a "To:" line describes the mail, together with its subject and date ("Your message To: … Subject: … Sent: …"). */
const describesMail = (lines: readonly string[], number: number): boolean => {
  if (!/^[\s>*]{0,20}to\s*:/i.test(lines[number]!)) return false;
  return lines.slice(Math.max(0, number - 2), number + 3).some((line) => /^[\s>*]{0,20}(?:subject|sent|from|date|cc)\s*:/i.test(line));
};

/** A line of an SMTP session that names a recipient (">>> RCPT To:<a@b>"); the reply below shows whether it was refused. */
const asked = /^\s*(?:(?:>>>|<<<)\s*)?rcpt to:/i;

const weigh = (line: string, count: number, introduced: boolean): number => {
  const bare = line.trim();
  if (asked.test(bare)) return weights.introduced;
  if (label.test(bare)) return weights.labelled;
  if (entry.test(bare) && count <= 5) return introduced || /^<|[>"]:/.test(bare) ? weights.listed : weights.introduced;
  if (introduced || replyLine.test(bare)) return weights.introduced;
  return speaksOfFailure.test(bare) ? weights.said : weights.mentioned;
};
