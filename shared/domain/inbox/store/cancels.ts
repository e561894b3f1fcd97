import type { CancelTrigger } from "../../sending/send.ts";
import { type DecidedMail, isProven } from "./prepared-mail.ts";

/** What of a conversation's waiting sends a received mail cancels; a newcomer's cancels none without an id of ours. */
export const triggerOf = (mail: DecidedMail, isNewcomer: boolean): CancelTrigger | undefined => {
  const { message, kind, stamp } = mail;
  if (message.direction === "outbound" || (isNewcomer && !isProven(mail))) return undefined;
  if (stamp === "bounced") return "bounce";
  if (kind === "auto_reply") return "auto_reply";
  return kind === "reply" || kind === "inbound" ? "reply" : undefined;
};
