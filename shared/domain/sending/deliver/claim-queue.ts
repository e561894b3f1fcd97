import type { ClaimedDraft } from "../ports/claims.ts";
import type { Send } from "../send.ts";

/** What of a claim is not begun yet; its lanes share it. */
export interface ClaimQueue {
  /** Takes the next one; undefined when nothing is left. */
  take(): ClaimedDraft | undefined;
  /** Puts one back that was taken and not begun. */
  putBack(draft: ClaimedDraft): void;
  /** Takes all that is left, or what of it is concerned. */
  takeAll(isConcerned?: (send: Send) => boolean): readonly Send[];
}

/** The queue of a claim's sends, in their order. */
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
