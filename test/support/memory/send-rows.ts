import type { Send } from "#shared/sending/send.ts";

/** Whether nothing more happens to a send by itself. */
const isOver = ({ status, dueAt, copyAt }: Send): boolean =>
  !dueAt && !copyAt && (status === "sent" || status === "failed" || status === "cancelled");

/**
 * The sends of a memory store, by id and by mailbox. With `onEnded` a send that is over is told and forgotten, but for when it was counted: a day of
 * a million emails fits in memory.
 */
export const sendRows = (onEnded?: (send: Send) => void) => {
  const rows = new Map<string, Send>();
  const mailboxes = new Map<string, Map<string, Send>>();
  /** When forgotten emails were counted, by mailbox. */
  const forgotten = new Map<string, Date[]>();
  /** The mailboxes that have sends, in order; undefined until somebody asks. */
  let sorted: readonly string[] | undefined;
  const set = rows.set.bind(rows);
  const forget = (send: Send) => {
    rows.delete(send.id);
    const own = mailboxes.get(send.mailboxId);
    own?.delete(send.id);
    if (own?.size === 0) mailboxes.delete(send.mailboxId);
    const { countedAt } = send;
    if (countedAt) forgotten.set(send.mailboxId, [...(forgotten.get(send.mailboxId) ?? []), countedAt]);
    onEnded?.(send);
  };
  rows.set = (id, send) => {
    const known = mailboxes.get(send.mailboxId);
    if (!known) sorted = undefined;
    mailboxes.set(send.mailboxId, (known ?? new Map<string, Send>()).set(id, send));
    set(id, send);
    if (onEnded && isOver(send)) forget(send);
    return rows;
  };
  /** The sends of all mailboxes beyond this one, in the order of mailboxes. */
  const beyond = function* (after: string): Generator<Send> {
    sorted ??= [...mailboxes.keys()].toSorted();
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! > after) to = middle;
      else from = middle + 1;
    }
    for (const mailboxId of sorted.slice(from)) yield* mailboxes.get(mailboxId)?.values() ?? [];
  };
  return {
    rows,
    all: (): Send[] => [...rows.values()],
    beyond,
    ofMailbox: (mailboxId: string): Send[] => [...(mailboxes.get(mailboxId)?.values() ?? [])],
    /** When the emails of a mailbox that count since then were counted, oldest first; of those kept only those sent from an address, when given. */
    countedSince: (mailboxId: string, since: number, fromEmail?: string): Date[] => {
      const kept = (forgotten.get(mailboxId) ?? []).filter((at) => at.getTime() > since);
      const living = [...(mailboxes.get(mailboxId)?.values() ?? [])].flatMap((send) =>
        send.countedAt &&
        send.countedAt.getTime() > since &&
        (fromEmail === undefined || (send.status === "sent" && send.fromEmail === fromEmail))
          ? [send.countedAt]
          : [],
      );
      return [...kept, ...living].toSorted((a, b) => a.getTime() - b.getTime());
    },
  };
};
