import type { ClaimedDraft } from "../ports/claims.ts";
import type { Send } from "../send.ts";

/** The sends of a claim that are not begun yet; its lanes share the queue. */
export interface ClaimQueue {
  /** Takes the next send; undefined when none is left. */
  take(): ClaimedDraft | undefined;
  /** Puts back a send that was taken and not begun. */
  putBack(draft: ClaimedDraft): void;
  /** Takes all remaining sends, or those for which `isConcerned` is true. */
  takeAll(isConcerned?: (send: Send) => boolean): readonly Send[];
}

/** Makes the queue of a claim's sends, in their order. */
export const claimQueue = (drafts: readonly ClaimedDraft[]): ClaimQueue => {
  const queue = [...drafts];
  return {
    take: () => queue.shift(),
    putBack: (draft) => void queue.unshift(draft),
    takeAll: (isConcerned = () => true) => {
      const left = queue.splice(0);
      queue.push(...left.filter(({ send }) => !isConcerned(send)));
      return left.map(({ send }) => send).filter(isConcerned);
    },
  };
};
