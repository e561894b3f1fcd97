import { mimeLimits } from "../mime/mime-entity.ts";
import { emailsIn } from "./email-in.ts";
import { anyOf, anyWordOf } from "../languages/phrases.ts";
import { introduction, label } from "./phrases.ts";

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
  /** false when it is only mentioned */
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
 * The mention with the highest weight decides. The address of a helpdesk counts only when it is plainly listed, the correspondents' addresses never.
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
