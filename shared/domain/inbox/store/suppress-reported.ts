import { bounceClass } from "../../mail/read/bounces/bounce-class.ts";
import { suppressionKey } from "../../suppressions/suppression.ts";
import type { Message } from "../message.ts";
import type { PageSuppressions, ReportedAddress } from "../ports/open-page.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/** An address that bounces for another reason than that it does not exist is suppressed after this many sends within these days. */
const BOUNCES = 3;
const BOUNCES_DAYS = 30;
const DAY_MS = 86_400_000;
/** A report comes within this many days of its send. */
const REPORT_DAYS = 10;

/** The fields of a mail that reports on a send. */
export interface Reported extends Pick<DecidedMail, "returned" | "complaining"> {
  readonly message: Pick<Message, "receivedAt" | "mailboxId">;
  readonly concerns?: { readonly id: string };
}

const madeBy = ({ id: sendId }: { readonly id: string }, { mailboxId }: Reported["message"]) => ({ sendId, mailboxId });

/**
 * Suppresses addresses that bounce or complain, where the account wants it, in the transaction that records the report. An address that does not
 * exist is suppressed at once; others, for example with a full mailbox, after three bounced sends.
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
  if (bounced.length + complained.length === 0) return;
  const wanted = await suppressions.wanted();
  const unreachable: ReportedAddress[] = [];
  for (const { email, gone, at, by } of wanted.bounced ? bounced : [])
    if (gone || (await cameBackOften(suppressions, email, at))) unreachable.push({ email, reason: "bounced", ...by });
  const addresses = [...(wanted.complained ? complained : []), ...unreachable];
  if (addresses.length > 0) await suppressions.add(addresses);
};

/** Whether enough sends to the address bounced in the days before, by reports with an id of ours. */
const cameBackOften = async (suppressions: PageSuppressions, email: string, at: Date): Promise<boolean> => {
  const daysBefore = (days: number) => new Date(at.getTime() - days * DAY_MS);
  const [key, since] = [suppressionKey(email), daysBefore(BOUNCES_DAYS)];
  const sends = await suppressions.cameBack(email, daysBefore(BOUNCES_DAYS + REPORT_DAYS));
  const cameBack = sends.filter((bounces) => bounces.some((one) => !one.unproven && one.at >= since && suppressionKey(one.email) === key));
  return cameBack.length >= BOUNCES;
};
