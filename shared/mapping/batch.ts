import type { ParsedElement } from "../contract/batch-element.ts";
import { followingElement } from "../domain/conversations/follow-up.ts";
import type { BatchElement } from "../domain/sending/accept/accept-batch.ts";
import { replyIn } from "./inbox.ts";
import { sendIn } from "./sending.ts";

/** What following another email of a batch takes. */
export type ElementPorts = Parameters<typeof followingElement>[0];

/** One element of a batch, as the domain takes it. */
export const elementIn = (ports: ElementPorts, element: ParsedElement): BatchElement => {
  if (element.kind === "bad") return { reason: "invalid", details: element.problems };
  if (element.kind === "first") return sendIn(element.email);
  const { follows, mailbox_id: mailboxId } = element.email;
  return followingElement(ports, { follows, mailboxId }, replyIn(element.email));
};
