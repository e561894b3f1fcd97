import { bounceClass } from "../../mail/read/bounces/bounce-class.ts";
import { suppressionKey } from "../../suppressions/suppression.ts";
import type { Message } from "../message.ts";
import type { PageSuppressions, ReportedAddress } from "../ports/open-page.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/** An address whose mail comes back for other reasons than that it does not exist is given up after so many sends in so many days. */
const BOUNCES = 3;
const BOUNCES_DAYS = 30;
const DAY_MS = 86_400_000;
/** A report comes within so many days of its send. */
const REPORT_DAYS = 10;

/** What is looked at of a mail that reports on a send. */
export interface Reported extends Pick<DecidedMail, "returned" | "complaining"> {
  readonly message: Pick<Message, "receivedAt">;
  readonly concerns?: { readonly id: string };
}

/**
 * Suppresses whom mails say to be out of reach or to complain, where the account wants it; in the transaction that notes it. Who does not
 * exist is suppressed at once; others, whose mailbox is full or whose server has a policy, after three sends that came back.
 */
export const suppressReported = async (suppressions: PageSuppressions, mails: readonly Reported[]): Promise<void> => {
  const complained = mails.flatMap(({ concerns, complaining = [] }) =>
    complaining.flatMap((email): ReportedAddress[] => (concerns ? [{ email, reason: "complained", sendId: concerns.id }] : [])),
  );
  // Of several recipients a notice may leave open whose copy came back.
  const bounced = mails.flatMap(({ message, concerns, returned = [] }) =>
    returned.flatMap(({ email, status = "", reason, unproven }) =>
      concerns && email !== "" && !unproven
        ? [{ email, gone: bounceClass({ status, reason }) === "unknown_user", at: message.receivedAt, sendId: concerns.id }]
        : [],
    ),
  );
  if (bounced.length + complained.length === 0) return;
  const wanted = await suppressions.wanted();
  const unreachable: ReportedAddress[] = [];
  for (const { email, gone, at, sendId } of wanted.bounced ? bounced : [])
    if (gone || (await cameBackOften(suppressions, email, at))) unreachable.push({ email, reason: "bounced", sendId });
  const addresses = [...(wanted.complained ? complained : []), ...unreachable];
  if (addresses.length > 0) await suppressions.add(addresses);
};

/** Whether that many sends to the address came back, by reports with our id, in the days up to then. */
const cameBackOften = async (suppressions: PageSuppressions, email: string, at: Date): Promise<boolean> => {
  const daysBefore = (days: number) => new Date(at.getTime() - days * DAY_MS);
  const [key, since] = [suppressionKey(email), daysBefore(BOUNCES_DAYS)];
  const sends = await suppressions.cameBack(email, daysBefore(BOUNCES_DAYS + REPORT_DAYS));
  const cameBack = sends.filter((bounces) => bounces.some((one) => !one.unproven && one.at >= since && suppressionKey(one.email) === key));
  return cameBack.length >= BOUNCES;
};
