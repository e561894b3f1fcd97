import type { BouncedRecipient } from "../../sending/recipients.ts";
import type { ThreadPlan } from "./plan-threads.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/**
 * What a page of mail says of a send. `arrived`: something came back of it, so that its server accepted it, whatever its outcome was thought to
 * be. `joined`: it is part of a conversation now. Of the others the earliest counts, and the first is news: for a bounce the first of each recipient.
 */
export type SendNote = { readonly sendId: string } & (
  | { readonly kind: "arrived" }
  | { readonly kind: "replied" | "complained"; readonly at: Date }
  | { readonly kind: "bounced"; readonly at: Date; readonly reason: string; readonly returned: readonly BouncedRecipient[] }
  | { readonly kind: "joined"; readonly threadId: string }
);

/** What a page of mails says of sends, in the order in which it is to be written. */
export const notesOf = (mails: readonly DecidedMail[], { joined }: ThreadPlan): readonly SendNote[] => [
  ...mails.flatMap(({ concerns }): SendNote[] => (concerns ? [{ sendId: concerns.id, kind: "arrived" }] : [])),
  ...mails.flatMap((mail) => noteOf(mail) ?? []),
  ...joined.map((one): SendNote => ({ ...one, kind: "joined" })),
];

const noteOf = ({ message, concerns, recorded, bounce, returned = [] }: DecidedMail): SendNote | undefined => {
  if (!concerns || !recorded) return undefined;
  const one = { sendId: concerns.id, at: message.receivedAt };
  if (recorded !== "bounced") return { ...one, kind: recorded };
  return { ...one, kind: recorded, reason: bounce?.reason ?? "", returned: returned.map((recipient) => ({ ...recipient, at: one.at })) };
};
