import type { Deliveries, RefusedRun } from "#shared/sending/ports/deliveries.ts";
import type { Send } from "#shared/sending/send.ts";
import { unapprovedSends } from "#shared/sending/store/due-sends.ts";
import { type Change, type Transition, transitions } from "#shared/sending/transitions.ts";
import { isOneDue } from "./due.ts";

interface Rows {
  readonly rows: ReadonlyMap<string, Send>;
  readonly held: (token: string, sends: readonly Pick<Send, "id">[]) => readonly Send[];
  readonly apply: (send: Send, transition: Transition, change?: Change) => boolean;
  readonly countedSince: (mailboxId: string, since: number, fromEmail?: string) => readonly Date[];
  readonly now: () => number;
}

/** Permanent refusals, and emails that nobody approves, in memory. */
export const memoryRefusing = ({
  rows,
  held,
  apply,
  countedSince,
  now,
}: Rows): Pick<Deliveries, "noteRefused" | "holdUndecided" | "decide" | "expireHolds"> => {
  const mails = new Map<string, RefusedRun["refused"]>();
  return {
    expireHolds: async () => {
      const over = [...rows.values()].filter((send) => isOneDue(send, unapprovedSends, now()));
      return { cancelled: over.filter((send) => apply(send, transitions.expireHold)), more: false };
    },
    noteRefused: async (mailboxId, mail) => {
      const others = (mails.get(mailboxId) ?? []).filter(({ recipient }) => recipient !== mail.recipient);
      const refused = [...others, { ...mail, at: new Date(now()) }].slice(-10);
      mails.set(mailboxId, refused);
      const acceptedFromAt = countedSince(mailboxId, refused[0]!.at.getTime(), mail.fromEmail).at(-1);
      return { refused, acceptedAt: acceptedFromAt, acceptedFromAt };
    },
    holdUndecided: async (token, given, { afterMs, lastError }) => {
      for (const send of held(token, given))
        apply(send, transitions.holdUndecided, { set: { lastError }, compute: { dueAt: { inMs: afterMs } } });
    },
    decide: async ({ id }, { refused }) => {
      const send = rows.get(id);
      if (send?.undecidedSince) apply(send, transitions.decide, { set: { refused } });
    },
  };
};
