import { notFound } from "../errors.ts";
import type { Mailboxes } from "./ports.ts";

/** Disconnects a mailbox for good: waiting sends are cancelled and credentials erased, its mail stays readable. Throws `notFound`. */
export const deleteMailbox = async ({ mailboxes }: { readonly mailboxes: Mailboxes }, userId: string, id: string): Promise<void> => {
  if (!(await mailboxes.delete(userId, id))) throw notFound("Mailbox");
};
