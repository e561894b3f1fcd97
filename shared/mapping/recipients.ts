import type { Address } from "../domain/mail/parsed-message.ts";
import type { Addressing } from "../domain/sending/recipients.ts";
import type { Send } from "../domain/sending/send.ts";
import { dateOut } from "./dates.ts";

/** Copies and the sender's name of every email → the domain. */
export const addressingIn = (body: {
  readonly cc?: readonly Address[] | undefined;
  readonly bcc?: readonly Address[] | undefined;
  readonly from_name?: string | undefined;
}): Addressing => ({ cc: body.cc, bcc: body.bcc, fromName: body.from_name });

/** The people of a send record. */
export const peopleOut = ({ fromName, toName = "", cc = [], bcc = [], refused = [], bounces = [] }: Send) => ({
  from_name: fromName,
  to_name: toName,
  cc: cc.map(({ name, email }) => ({ name, email })),
  bcc: bcc.map(({ name, email }) => ({ name, email })),
  refused: refused.map(({ email, reply }) => ({ email, reply })),
  bounces: bounces.map(({ email, reason, at }) => ({ email, reason, at: dateOut(at) })),
});
