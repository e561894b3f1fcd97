import { readAuthenticationResults } from "#shared/mail/read/mime/field-values.ts";
import type { ParsedMessage } from "#shared/mail/parsed-message.ts";
import { matchOf } from "#shared/mail/read/readable-text.ts";
import { mailProvider } from "#shared/mailboxes/dns/mail-providers.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { type Failure, bounceClass } from "#shared/mail/read/bounces/bounce-class.ts";
import type { Complaint } from "#shared/mail/read/bounces/reports.ts";
import { isReplySubject, bareSubject } from "#shared/mail/write/compose/compose.ts";
import { allRecipients, type BouncedRecipient } from "#shared/sending/recipients.ts";
import { isTrackedBy, trackedId } from "#shared/sending/email.ts";
import { type BounceFacts, type DecidedMail, isProven, type OwnSend, type OwnSends, type PreparedMail } from "./prepared-mail.ts";
import { suppressionKey } from "#shared/suppressions/suppression.ts";
import type { Message } from "../message.ts";
import type { PageSuppressions, ReportedAddress } from "../ports/open-page.ts";

/** The mailbox's servers, which decide whose Authentication-Results are trusted. */
type Receiver = Pick<Mailbox, "type" | "smtp" | "imap">;

/**
 * The line in which the mailbox's own provider says that the From address failed DMARC; undefined for none. Only the topmost fields can be the
 * provider's, because the sender may have written those below (RFC 8601, 5). A field is the provider's when it stands above every Received field,
 * because each server adds its own on top (RFC 5321, 4.4), or when it names the provider, the IMAP server's domain, or the domain of a server that
 * relayed the mail in a Received field above it. The search ends at the first field that is not the provider's.
 */
export const dmarcFailure = (parsed: Pick<ParsedMessage, "headers">, mailbox: Receiver): string | undefined => {
  for (const { value, dmarc } of providersResults(parsed, mailbox))
    if (dmarc !== "") return dmarc === "fail" ? matchOf("dmarc", `Authentication-Results: ${value}`).evidence : undefined;
  return undefined;
};

/**
 * Whether the provider's topmost field confirms the domain of the From address: DMARC passed, or DKIM or SPF passed for an aligned domain (RFC 7489,
 * 3.1, relaxed).
 */
export const isAuthenticated = (parsed: Pick<ParsedMessage, "headers" | "from">, mailbox: Receiver): boolean => {
  const [topmost] = providersResults(parsed, mailbox);
  if (!topmost) return false;
  const { dmarc, passed } = topmost;
  const domain = parsed.from.email.toLowerCase().split("@").at(-1) ?? "";
  const isAligned = (one: string) => one === domain || one.endsWith(`.${domain}`) || (one.includes(".") && domain.endsWith(`.${one}`));
  return domain !== "" && (dmarc === "" ? passed.some(isAligned) : dmarc === "pass");
};

/** The provider's own fields, topmost first. */
const providersResults = function* ({ headers }: Pick<ParsedMessage, "headers">, mailbox: Receiver) {
  const provider = mailProvider(mailbox.type, mailbox.smtp.host);
  const servers = mailbox.imap ? [mailbox.imap.host] : [];
  let passedOn = false;
  for (const { name, value } of headers) {
    if (name === "received") {
      passedOn = true;
      for (const [, server = ""] of value.slice(0, 2000).matchAll(/\bby\s+([^\s;()]{1,255})/gi)) servers.push(server);
    }
    if (name !== "authentication-results") continue;
    const results = readAuthenticationResults(value);
    const { authservId } = results;
    const names = provider?.authservDomain === undefined ? servers : [provider.authservDomain, ...servers];
    const unnamed = authservId === "" && provider?.authservDomain === "";
    if (passedOn && !unnamed && !names.some((server) => sameDomain(server, authservId))) return;
    yield { ...results, value };
  }
};

/**
 * Whether two host names end in the same two labels. Under a suffix such as co.uk this treats strangers as one, who could only report their own mail
 * as failed.
 */
const sameDomain = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((host) => host.toLowerCase().split(".").slice(-2));
  return a!.length === 2 && !/^\d*$/.test(a![1]!) && a!.join(".") === b!.join(".");
};

/** A bounce that names no message of ours can only concern a send to its recipient in the last 7 days (docs/guides/bounces-and-suppressions.md). */
const BOUNCE_WINDOW_MS = 7 * 24 * 3_600_000;

/** The largest difference between clocks. */
const SKEW_MS = 600_000;

/** The send whose copy a mail in the Sent folder is, found by Message-ID or tracking header; undefined for none. */
export const ownSend = ({ message, tracking }: PreparedMail, own: OwnSends): OwnSend | undefined => {
  const named = own.byMessageId(message.messageId);
  const tracked = named ?? own.byId(trackedId(tracking) ?? "");
  const to = message.to.map(({ email }) => email);
  return named ?? (tracked && isTrackedBy(tracked, tracking, to) ? tracked : undefined);
};

/**
 * Whether a mail is a copy of an own send: filed as sent; or in another folder, with the mailbox's From address and the send's Message-ID, as a blind
 * copy or a mailing list returns it. Mail that is also addressed to the mailbox is not a copy, because it was received.
 */
export const isCopyOfSend = (mail: PreparedMail, own: OwnSends): boolean => {
  if (mail.isSentCopy) return ownSend(mail, own) !== undefined;
  return mail.fromOwn && !mail.toOwn && own.byMessageId(mail.message.messageId) !== undefined;
};

/**
 * Finds the send that a mail concerns. Undefined when the mail is not kept: a copy of an own send, because the send itself is shown, and in most
 * folders whatever is neither a bounce nor an answer to an own send.
 */
export const decideMail = (mail: PreparedMail, own: OwnSends, hasKnownParent = false): DecidedMail | undefined => {
  if (isCopyOfSend(mail, own)) return undefined;
  if (mail.message.direction === "outbound") return mail;
  if (mail.complaint) return decideComplaint(mail, mail.complaint, own);
  if (mail.bounce) {
    const about = bouncedSend(mail.bounce, mail.message.receivedAt, own);
    if (!about) return mail;
    const { concerns } = about;
    const { maker, ...bounce } = mail.bounce;
    const failed = maker === "person" ? [] : returnedBy(bounce, allRecipients(concerns));
    const returned = isProven(about) ? failed : failed.map((one) => ({ ...one, unproven: true as const }));
    const reason = reportedOn(bounce, allRecipients(concerns)).at(0)?.reason || bounce.reason;
    const first = returned.at(0)?.reason ?? reason;
    const recorded = returned.length > 0 && { recorded: "bounced" as const, returned };
    return { ...mail, ...about, bounce: { ...mail.bounce, reason: first }, ...recorded };
  }
  const named = mail.parentIds.map((id) => own.byMessageId(id)).find((send) => send !== undefined);
  const shown: Concern | undefined = named ? { concerns: named } : hasKnownParent ? undefined : answeredByEvidence(mail, own);
  if (!shown) return mail.onlyAnswers ? undefined : mail;
  const { kindAsAnswer } = mail;
  const recorded = kindAsAnswer.kind === "reply" && isProven(shown) && { recorded: "replied" as const };
  return { ...mail, ...shown, kind: kindAsAnswer.kind, explained: kindAsAnswer, ...recorded };
};

/** A complaint counts only with an id of ours. The complainer is known when the report names one, or when there is only one recipient. */
const decideComplaint = (mail: PreparedMail, { messageIds, recipients }: Complaint, own: OwnSends): DecidedMail | undefined => {
  const concerns = messageIds.map((id) => own.byMessageId(id)).find((send) => send !== undefined);
  if (!concerns) return mail.fromJunk ? undefined : mail;
  const sentTo = allRecipients(concerns);
  const named = sentTo.filter((email) => recipients.includes(email.toLowerCase()));
  return { ...mail, concerns, recorded: "complained", complaining: sentTo.length === 1 ? sentTo : named };
};

/** The send that a mail concerns, and how that was found. */
type Concern = Pick<DecidedMail, "linkedBy"> & { readonly concerns: OwnSend };

type Report = Pick<BounceFacts, "recipients" | "final" | "status" | "reason">;

/** The reported failures of the send's recipients, by their addresses in the send. */
const reportedOn = ({ recipients }: Report, sentTo: readonly string[]) =>
  sentTo.flatMap((email) => {
    const reported = recipients.find((one) => one.email === email.toLowerCase());
    return reported ? [{ ...reported, email }] : [];
  });

/**
 * The recipients whose copies bounced. A bounce that names no recipient of the send shows that one failed; which one is known only when there is only
 * one.
 */
export const returnedBy = (report: Report, sentTo: readonly string[]): readonly Omit<BouncedRecipient, "at">[] => {
  const reported = reportedOn(report, sentTo);
  if (reported.length > 0) return reported.filter(({ failed }) => failed).map((one) => failureOf(one.email, one, report));
  return report.final ? [failureOf(sentTo.length === 1 ? (sentTo[0] ?? "") : "", report, report)] : [];
};

const failureOf = (email: string, { status, reason }: Failure, report: Report) => ({
  email,
  reason: reason || report.reason,
  ...(status !== "" && { status }),
});

/** A mail that names no parent may answer a send to its sender of this recently, when there is only one. */
const ANSWER_WINDOW_MS = 30 * 24 * 3_600_000;

/**
 * The send that a mail answers which names no parent, or one that nobody knows because a relay replaced the send's id: the send whose id it quotes,
 * or which it names further up in its References and whose recipient wrote it, or the only one with its subject.
 */
const answeredByEvidence = (
  { message, parentIds, links, quotedIds, author, kind, fromJunk, isAuthenticated }: PreparedMail,
  own: OwnSends,
): Concern | undefined => {
  const isTo = (send: OwnSend) => allRecipients(send).some((email) => email.toLowerCase() === author);
  const referred =
    parentIds.length === 0
      ? undefined
      : links
          .toReversed()
          .map((id) => own.byMessageId(id))
          .find((send) => send && isTo(send));
  if (referred) return { concerns: referred };
  const quoted = [...new Set(quotedIds.flatMap((id) => own.byMessageId(id) ?? []))];
  if (quoted.length > 0) return quoted.length === 1 ? { concerns: quoted[0]!, linkedBy: "quote" } : undefined;
  if (author === undefined || kind === "bulk" || fromJunk || !isReplySubject(message.subject)) return undefined;
  const recent = own.byRecipient(author).filter(({ sentAt }) => within(sentAt, message.receivedAt, ANSWER_WINDOW_MS));
  const subject = bareSubject(message.subject);
  const [only] = recent;
  if (recent.length !== 1 || !only || subject === "" || bareSubject(only.subject) !== subject) return undefined;
  return { concerns: only, linkedBy: isAuthenticated && message.from.email.toLowerCase() === author ? "answer" : "subject" };
};

/** Whether a send left at most `windowMs` before the mail. */
const within = (sentAt: Date | undefined, receivedAt: Date, windowMs: number): boolean => {
  const age = sentAt === undefined ? Infinity : receivedAt.getTime() - sentAt.getTime();
  return age >= -SKEW_MS && age <= windowMs;
};

/**
 * The send that a bounce concerns: the one whose Message-ID it returns, which nobody else can know (G5 in shared/README.md). The recipient
 * decides only when it returns no message and a mail system made it, because anybody can name a recipient.
 */
const bouncedSend = ({ maker, messageIds, recipients }: BounceFacts, receivedAt: Date, own: OwnSends): Concern | undefined => {
  const concern = (concerns: OwnSend | undefined, linkedBy?: "recipient") => concerns && { concerns, ...(linkedBy && { linkedBy }) };
  if (messageIds.length > 0) return concern(messageIds.map((id) => own.byMessageId(id)).find((send) => send !== undefined));
  if (maker !== "system") return undefined;
  const inWindow = ({ sentAt }: OwnSend) => within(sentAt, receivedAt, BOUNCE_WINDOW_MS);
  const failed = recipients.filter((recipient) => recipient.failed);
  const sent = (failed.length > 0 ? failed : recipients).flatMap(({ email }) => own.byRecipient(email).filter(inWindow));
  return concern(sent.at(0), "recipient");
};

/** An address that bounces for another reason than that it does not exist is suppressed after this many sends within these days. */
const BOUNCES = 3;
const BOUNCES_DAYS = 30;
const DAY_MS = 86_400_000;
/** A report comes within this many days of its send. */
const REPORT_DAYS = 10;

/** The fields of a mail that is a report on a send. */
interface Reported extends Pick<DecidedMail, "returned" | "complaining"> {
  readonly message: Pick<Message, "receivedAt" | "mailboxId">;
  readonly concerns?: { readonly id: string };
  /** The address of its author, who asks for no more email. */
  readonly asked?: string;
}

const madeBy = ({ id: sendId }: { readonly id: string }, { mailboxId }: Reported["message"]) => ({ sendId, mailboxId });

/**
 * Suppresses addresses that bounced, complained or asked for no more email, where the account wants it, in the transaction that records the report.
 * An address that does not exist is suppressed at once, others, such as a full mailbox, after three bounced sends.
 */
export const suppressReported = async (suppressions: PageSuppressions, mails: readonly Reported[]): Promise<void> => {
  const complained = mails.flatMap(({ message, concerns, complaining = [] }) =>
    complaining.flatMap((email): ReportedAddress[] => (concerns ? [{ email, reason: "complained", ...madeBy(concerns, message) }] : [])),
  );
  // A bounce of a send with several recipients may not say whose copy it was.
  const bounced = mails.flatMap(({ message, concerns, returned = [] }) =>
    returned.flatMap(({ email, status = "", reason, unproven }) =>
      concerns && email !== "" && !unproven
        ? [{ email, gone: bounceClass({ status, reason }) === "unknown_user", at: message.receivedAt, by: madeBy(concerns, message) }]
        : [],
    ),
  );
  const asked = mails.flatMap(({ message, concerns, asked: email }): ReportedAddress[] =>
    concerns && email ? [{ email, reason: "asked", ...madeBy(concerns, message) }] : [],
  );
  if (bounced.length + complained.length + asked.length === 0) return;
  const wanted = await suppressions.wanted();
  const unreachable: ReportedAddress[] = [];
  for (const { email, gone, at, by } of wanted.bounced ? bounced : [])
    if (gone || (await cameBackOften(suppressions, email, at))) unreachable.push({ email, reason: "bounced", ...by });
  const addresses = [...(wanted.complained ? complained : []), ...unreachable, ...(wanted.asked ? asked : [])];
  if (addresses.length > 0) await suppressions.add(addresses);
};

/** Whether enough sends to the address bounced in the days before, by reports with an id of ours. */
const cameBackOften = async (suppressions: PageSuppressions, email: string, at: Date): Promise<boolean> => {
  const daysBefore = (days: number) => new Date(at.getTime() - days * DAY_MS);
  const [key, since] = [suppressionKey(email), daysBefore(BOUNCES_DAYS)];
  const sends = await suppressions.recentBounces(email, daysBefore(BOUNCES_DAYS + REPORT_DAYS));
  const recentBounces = sends.filter((bounces) =>
    bounces.some((one) => !one.unproven && one.at >= since && suppressionKey(one.email) === key),
  );
  return recentBounces.length >= BOUNCES;
};
