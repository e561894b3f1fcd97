import * as z from "zod/mini";
import { fieldProblems } from "../contract/field-errors.ts";
import { followingEmail } from "../contract/replies.ts";
import { email } from "../contract/sending.ts";
import { followingElement } from "../domain/conversations/follow-up.ts";
import type { BatchElement } from "../domain/sending/accept/accept-batch.ts";
import { replyIn } from "./inbox.ts";
import { sendIn } from "./sending.ts";

/** What following another email of a batch takes. */
export type ElementPorts = Parameters<typeof followingElement>[0];

const refused = (error: z.core.$ZodError, element: unknown): BatchElement => ({
  reason: "invalid",
  details: fieldProblems(error, element),
});

const followsAnother = (element: unknown): boolean => typeof element === "object" && element !== null && "follows" in element;

/** One element of a batch, or what is wrong with it. */
export const elementIn = (ports: ElementPorts, element: unknown): BatchElement => {
  if (!followsAnother(element)) {
    const { success, data, error } = z.safeParse(email, element);
    return success ? sendIn(data) : refused(error, element);
  }
  const { success, data, error } = z.safeParse(followingEmail, element);
  return success ? followingElement(ports, { follows: data.follows, mailboxId: data.mailbox_id }, replyIn(data)) : refused(error, element);
};
