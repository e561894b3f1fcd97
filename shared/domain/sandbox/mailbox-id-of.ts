import { isSandbox, type ReadAccount, type SubmissionAccount } from "../mailboxes/mailbox.ts";

/** The mailbox of a sandbox account; throws for any other, which has a server. */
export const mailboxIdOf = (account: SubmissionAccount | ReadAccount): string => {
  if (!isSandbox(account)) throw new TypeError("not an account of the sandbox");
  return account.mailboxId;
};
