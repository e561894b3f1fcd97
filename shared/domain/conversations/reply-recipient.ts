import { parsePlainAddress } from "../mail/addresses.ts";
import type { Address } from "../mail/parsed-message.ts";

/** Who may be meant by an answer to a message: its Reply-To ("" when there is none), sender and recipients. */
export interface Correspondents {
  readonly replyTo: string;
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
}

/** The address without a tag (jane+news@ is jane@), in lower case: an alias of the mailbox is the mailbox. */
const bare = (address: string): string => {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at).split("+")[0]}${address.slice(at)}`.toLowerCase();
};

/**
 * Where an answer goes: the Reply-To, else the sender; when that is the mailbox itself, the first other participant. Undefined when nobody
 * else with an address that can be mailed takes part.
 */
export const replyRecipient = (message: Correspondents, mailboxEmail: string): string | undefined => {
  const candidates = [
    message.replyTo,
    message.from.email,
    ...message.to.map(({ email }) => email),
    ...message.cc.map(({ email }) => email),
  ];
  for (const candidate of candidates) {
    const parsed = parsePlainAddress(candidate);
    if (parsed.ok && bare(parsed.address) !== bare(mailboxEmail)) return parsed.address;
  }
  return undefined;
};
