import type { ParsedElement } from "../contract/batch-element.ts";
import { followingEmail } from "../contract/replies.ts";
import { followingElement } from "../domain/conversations/follow-up.ts";
import type { BatchElement } from "../domain/sending/accept/accept-batch.ts";
import { sendIn } from "./sending.ts";
import { fromWire, type Into } from "./wire.ts";

const followingIn: Into<Parameters<typeof followingElement>[1], typeof followingEmail> = fromWire(followingEmail);

/** The ports of following another email of a batch. */
export type ElementPorts = Parameters<typeof followingElement>[0];

/** One element of a batch, as the domain takes it. */
export const elementIn = (ports: ElementPorts, element: ParsedElement): BatchElement => {
  if (element.kind === "bad") return { reason: "invalid", details: element.problems };
  return element.kind === "first" ? sendIn(element.email) : followingElement(ports, followingIn(element.email));
};
