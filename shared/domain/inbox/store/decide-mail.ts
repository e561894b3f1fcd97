import type { Failure } from "../../mail/read/bounces/bounce-class.ts";
import type { Complaint } from "../../mail/read/bounces/feedback-report.ts";
import { isReplySubject, bareSubject } from "../../mail/write/compose/subject.ts";
import { allRecipients, type BouncedRecipient } from "../../sending/recipients.ts";
import { isTrackedBy, trackedId } from "../../sending/tracking-header.ts";
import { type BounceFacts, type DecidedMail, isProven, type OwnSend, type OwnSends, type PreparedMail } from "./prepared-mail.ts";

/** A bounce that names no message of ours can only concern a send to its recipient in the last 7 days (contract/README.md, "Inbox"). */
const BOUNCE_WINDOW_MS = 7 * 24 * 3_600_000;

/** The largest difference between clocks. */
const SKEW_MS = 600_000;

/** The send of which a mail in the Sent folder is the copy, found by Message-ID or tracking header. */
export const ownSend = ({ message, tracking }: PreparedMail, own: OwnSends): OwnSend | undefined => {
  const named = own.byMessageId(message.messageId);
  const tracked = named ?? own.byId(trackedId(tracking) ?? "");
  const to = message.to.map(({ email }) => email);
  return named ?? (tracked && isTrackedBy(tracked, tracking, to) ? tracked : undefined);
};

/** Decides whether the mail concerns a send, and whether it is kept: in most folders only bounces and answers to own sends are. */
export const decideMail = (mail: PreparedMail, own: OwnSends): DecidedMail | undefined => {
  if (mail.message.direction === "outbound") return ownSend(mail, own) ? undefined : mail;
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
  const shown: Concern | undefined = named ? { concerns: named } : answeredByEvidence(mail, own);
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
 * The recipients whose copies bounced. A bounce that names no recipient still shows that one failed; which one is known only when there is only one.
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

/** The send that a mail without links answers, when the evidence leaves only one. */
const answeredByEvidence = (
  { message, parentIds, quotedIds, author, kind, fromJunk }: PreparedMail,
  own: OwnSends,
): Concern | undefined => {
  if (parentIds.length > 0) return undefined;
  const quoted = [...new Set(quotedIds.flatMap((id) => own.byMessageId(id) ?? []))];
  if (quoted.length > 0) return quoted.length === 1 ? { concerns: quoted[0]!, linkedBy: "quote" } : undefined;
  if (author === undefined || kind === "bulk" || fromJunk || !isReplySubject(message.subject)) return undefined;
  const recent = own.byRecipient(author).filter(({ sentAt }) => within(sentAt, message.receivedAt, ANSWER_WINDOW_MS));
  const subject = bareSubject(message.subject);
  const [only] = recent;
  if (recent.length !== 1 || !only || subject === "" || bareSubject(only.subject) !== subject) return undefined;
  return { concerns: only, linkedBy: "subject" };
};

/** Whether a send left at most `windowMs` before the mail. */
const within = (sentAt: Date | undefined, receivedAt: Date, windowMs: number): boolean => {
  const age = sentAt === undefined ? Infinity : receivedAt.getTime() - sentAt.getTime();
  return age >= -SKEW_MS && age <= windowMs;
};

/**
 * The send that a bounce concerns: the one whose Message-ID it returns, which nobody else can know (G5 in shared/domain/README.md). The recipient
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
