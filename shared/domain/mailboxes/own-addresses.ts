import type { Mailbox } from "./mailbox.ts";

/** The fields that decide which addresses are the mailbox's. */
export type Owner = Pick<Mailbox, "email" | "aliases">;

/** The address without its tag (jane+news@ becomes jane@), in lower case. */
const bare = (address: string): string => {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at).split("+")[0]}${address.slice(at)}`.toLowerCase();
};

/** The mailbox's own spelling of its address or of one of its aliases, compared ignoring case; undefined for any other. */
export const ownAddress = ({ email, aliases = [] }: Owner, address: string): string | undefined =>
  [email, ...aliases].find((own) => own.toLowerCase() === address.toLowerCase());

/** Whether the address is the mailbox's or one of its aliases, ignoring case. */
export const isOwnAddress = (owner: Owner, address: string): boolean => ownAddress(owner, address) !== undefined;

/** Whether the address is the mailbox's or one of its aliases, ignoring case and tags: mail to it arrives in the mailbox. */
export const reachesMailbox = ({ email, aliases = [] }: Owner, address: string): boolean =>
  [email, ...aliases].some((own) => bare(own) === bare(address));
