import { parsePlainAddress } from "../mail/addresses.ts";
import { type Owner, reachesMailbox } from "../mailboxes/own-addresses.ts";
import type { Address } from "../mail/parsed-message.ts";

/** Who may be meant by an answer to a message: its Reply-To ("" when there is none), sender and recipients. */
export interface Correspondents {
  readonly replyTo: string;
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
}

/**
 * Where an answer goes: the Reply-To, else the sender; when that is the mailbox itself, the first other participant. Undefined when nobody
 * else with an address that can be mailed takes part.
 */
export const replyRecipient = (message: Correspondents, mailbox: Owner): string | undefined => {
  const candidates = [
    message.replyTo,
    message.from.email,
    ...message.to.map(({ email }) => email),
    ...message.cc.map(({ email }) => email),
  ];
  for (const candidate of candidates) {
    const parsed = parsePlainAddress(candidate);
    if (parsed.ok && !reachesMailbox(mailbox, parsed.address)) return parsed.address;
  }
  return undefined;
};
