import type { Mailbox } from "./mailbox.ts";

/** What makes an address the mailbox's own. */
export type Owner = Pick<Mailbox, "email" | "aliases">;

/** The address without a tag (jane+news@ is jane@), in lower case. */
const bare = (address: string): string => {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at).split("+")[0]}${address.slice(at)}`.toLowerCase();
};

/** Whether the address is the mailbox's or one of its aliases, in upper or lower case. */
export const isOwnAddress = ({ email, aliases = [] }: Owner, address: string): boolean =>
  [email, ...aliases].some((own) => own.toLowerCase() === address.toLowerCase());

/** The same with any tag: mail to it arrives in the mailbox. */
export const reachesMailbox = ({ email, aliases = [] }: Owner, address: string): boolean =>
  [email, ...aliases].some((own) => bare(own) === bare(address));
