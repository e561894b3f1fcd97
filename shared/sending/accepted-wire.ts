import type { OutputOf } from "#shared/api/operation.ts";
import { type From, fromWire, type Into, toWire } from "#shared/api/wire.ts";
import { acceptedEmail, email } from "./contract/send-email.ts";
import type { SendRequest } from "./accept/draft.ts";
import type { Send, Writer } from "./send.ts";

/** An email to send in the domain's form. */
export const sendIn: Into<SendRequest, typeof email> = fromWire(email);

const accepted: From<Send & { readonly to: string }, typeof acceptedEmail> = toWire(acceptedEmail);

/** The mailbox that was chosen for a send, and why; a key without `read` is not told why, because that may be a conversation. */
export const chosenOut = ({ mailboxId, chosenBecause }: Send, { scopes }: Pick<Writer, "scopes">) =>
  chosenBecause && { mailbox_id: mailboxId, ...(scopes.includes("read") && { chosen_because: chosenBecause }) };

/**
 * The answer for an accepted send. An exception: the recipient's field has the request's name, a mailbox that was named is not repeated, and not
 * every key is told why one was chosen.
 */
export const sentOut = (send: Send, by: Pick<Writer, "scopes">): OutputOf<typeof acceptedEmail> => {
  const { mailbox_id: _named, chosen_because: _why, ...rest } = accepted({ ...send, to: send.toEmail });
  return { ...rest, ...chosenOut(send, by) };
};
