import type { Mailbox } from "./mailbox.ts";

/** The fields that decide which addresses are the mailbox's. */
export type Owner = Pick<Mailbox, "email" | "aliases">;

/** The address without its tag (jane+news@ becomes jane@), in lower case. */
const bare = (address: string): string => {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at).split("+")[0]}${address.slice(at)}`.toLowerCase();
};

/** Whether the address is the mailbox's or one of its aliases, ignoring case. */
export const isOwnAddress = ({ email, aliases = [] }: Owner, address: string): boolean =>
  [email, ...aliases].some((own) => own.toLowerCase() === address.toLowerCase());

/** The same, ignoring tags too: mail to the address arrives in the mailbox. */
export const reachesMailbox = ({ email, aliases = [] }: Owner, address: string): boolean =>
  [email, ...aliases].some((own) => bare(own) === bare(address));
