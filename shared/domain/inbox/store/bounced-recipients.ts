import { recipientsOf } from "../../sending/recipients.ts";
import { suppressionKey } from "../../suppressions/suppression.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/** Whose delivery a mail says has failed for good: a send's only recipient, of several those that the notice names. */
export const bouncedRecipients = ({ concerns, stamp, bounce }: Pick<DecidedMail, "concerns" | "stamp" | "bounce">): readonly string[] => {
  if (!concerns || stamp !== "bounced") return [];
  const emails = recipientsOf(concerns).map(({ email }) => email);
  const failed = new Set(bounce?.recipients.filter((recipient) => recipient.failed).map(({ email }) => email));
  return emails.length === 1 ? emails : emails.filter((email) => failed.has(suppressionKey(email)));
};
