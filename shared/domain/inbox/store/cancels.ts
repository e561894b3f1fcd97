import type { CancelTrigger } from "../../sending/send.ts";
import type { InboundKind } from "../../mail/read/classify.ts";
import type { ThreadRule } from "../message.ts";
import { type DecidedMail, isProven } from "./prepared-mail.ts";

/**
 * What counts as a cancelling answer, among what comes and among what is stored: mail of these kinds that is no newcomer's. A bounce is none:
 * it is known by the send that it stamps.
 */
export const cancellingKinds: Readonly<Record<Exclude<CancelTrigger, "bounce">, readonly InboundKind[]>> = {
  reply: ["reply", "inbound"],
  auto_reply: ["auto_reply"],
};

/** How a stored message of a newcomer shows that it holds an id of ours (`isProven`): then it cancels as any other's. */
export const provingThreadRules = ["send", "quote"] as const satisfies readonly ThreadRule[];

/** What of a conversation's waiting sends a received mail cancels; a newcomer's cancels none without an id of ours. */
export const triggerOf = (mail: DecidedMail, isNewcomer: boolean): CancelTrigger | undefined => {
  const { message, kind, stamp } = mail;
  if (message.direction === "outbound" || (isNewcomer && !isProven(mail))) return undefined;
  if (stamp === "bounced") return "bounce";
  return (["reply", "auto_reply"] as const).find((trigger) => cancellingKinds[trigger].includes(kind));
};
