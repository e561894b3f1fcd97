import type { Clock } from "#shared/platform/ports.ts";
import type { Send } from "#shared/sending/send.ts";
import { countedDomain, FIRST, tally } from "./data-points.ts";
import type { Metrics } from "./count-up.ts";

/**
 * Counts emails that were refused because their recipient had been contacted recently. They have no record and no event, so they are counted at once;
 * when that fails, they are in no number.
 */
export const countContacted = async (
  { metrics, clock }: { readonly metrics: Pick<Metrics, "count">; readonly clock: Clock },
  userId: string,
  refused: readonly Pick<Send, "mailboxId" | "fromEmail" | "tags">[],
): Promise<void> => {
  const at = clock.now();
  const points = refused.map(({ mailboxId, tags }) => ({
    at,
    knownAt: at,
    mailboxId,
    tags,
    kind: FIRST,
    counts: { preventedContacted: 1 },
  }));
  const domains = new Map(refused.map(({ mailboxId, fromEmail }) => [mailboxId, countedDomain(fromEmail)]));
  await metrics.count(userId, tally(points, domains));
};
