import { heldTogether } from "#shared/sending/deliver/claim.ts";
import type { ClaimedDraft } from "#shared/sending/ports/claims.ts";
import type { SentCopies } from "#shared/sending/ports/submission.ts";
import type { Send } from "#shared/sending/send.ts";
import { waitingCopies } from "#shared/sending/store/due-sends.ts";
import { type Change, type Transition, transitions } from "#shared/sending/transitions.ts";
import { isOneDue } from "./due.ts";

interface Store {
  readonly rows: ReadonlyMap<string, Send>;
  readonly apply: (send: Send, transition: Transition, change?: Change) => boolean;
  readonly draftOf: (send: Send) => ClaimedDraft;
  readonly now: () => number;
}

/** The list of copies over the sends of a memory store. */
export const memorySentCopies = ({ rows, apply, draftOf, now }: Store): SentCopies => ({
  take: async (mailboxId, forMs, atMost) => {
    const found = [...rows.values()]
      .filter((send) => send.mailboxId === mailboxId && send.copyAt && send.copyAt.getTime() <= now())
      .toSorted((a, b) => a.copyAt!.getTime() - b.copyAt!.getTime())
      .slice(0, atMost);
    const taken = heldTogether(found);
    for (const send of taken) apply(send, transitions.takeCopy, { compute: { copyAt: { inMs: forMs } } });
    return taken.map(({ id }) => draftOf(rows.get(id)!));
  },
  putBack: async (ids) => {
    for (const id of ids) apply(rows.get(id)!, transitions.putBackCopy);
  },
  drop: async (id) => void apply(rows.get(id)!, transitions.dropCopy),
  waiting: async (fromMs, toMs) => {
    const found = [...rows.values()].filter(
      (send) => isOneDue(send, waitingCopies, now(), fromMs) && !isOneDue(send, waitingCopies, now(), toMs),
    );
    return [...Map.groupBy(found, ({ mailboxId }) => mailboxId).values()].map(([first]) => ({
      id: first!.id,
      userId: first!.userId,
      mailboxId: first!.mailboxId,
    }));
  },
});
