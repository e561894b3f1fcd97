import type { CancelTrigger } from "../../sending/send.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/** What of a conversation's waiting sends a received mail cancels; a stranger's cancels none. */
export const triggerOf = ({ message, kind, stamp }: DecidedMail, isNewcomer: boolean): CancelTrigger | undefined => {
  if (message.direction === "outbound" || isNewcomer) return undefined;
  if (stamp === "bounced") return "bounce";
  if (kind === "auto_reply") return "auto_reply";
  return kind === "reply" || kind === "inbound" ? "reply" : undefined;
};
