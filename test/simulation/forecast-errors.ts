import type { Send } from "#shared/sending/send.ts";
import { samples } from "./samples.ts";

const MINUTE_MS = 60_000;
/** A forecast may miss by a minute, or by this part of the time that the email waited. */
const ALLOWED_PART = 0.1;

interface Waiting {
  readonly eta: Date | undefined;
  readonly acceptedAt: number;
  /** When the first email left that was accepted later. */
  overtakenAt?: number;
}

/** How far the forecasts that emails had when they were accepted were from their leaving. */
export const forecastErrors = () => {
  const waiting = new Map<string, Map<string, Waiting>>();
  const error = samples();
  const share = samples();
  let [missing, overtaken] = [0, 0];
  return {
    facts: () => ({
      /** Of all forecasts, ms. */
      error,
      /** Errors as parts of what is allowed: 1 is the most. Overtaken emails are left out. */
      share,
      /** Emails that left without a forecast. */
      missing,
      /** Emails before which mail left that was accepted later, by more than a minute: nobody could foresee it. */
      overtaken,
    }),
    accepted: (sends: readonly Send[], leaves: ReadonlyMap<string, Date>): void => {
      for (const { id, mailboxId, createdAt } of sends) {
        const own = waiting.get(mailboxId) ?? new Map<string, Waiting>();
        waiting.set(mailboxId, own.set(id, { eta: leaves.get(id), acceptedAt: createdAt.getTime() }));
      }
    },
    ended: ({ id, mailboxId, createdAt, sentAt }: Send): void => {
      const own = waiting.get(mailboxId);
      const found = own?.get(id);
      own?.delete(id);
      if (own?.size === 0) waiting.delete(mailboxId);
      if (!found || !sentAt) return;
      const [leftAt, acceptedAt] = [sentAt.getTime(), createdAt.getTime()];
      for (const other of own?.values() ?? []) if (other.acceptedAt < acceptedAt) other.overtakenAt ??= leftAt;
      if (!found.eta) {
        missing += 1;
        return;
      }
      const missed = Math.abs(leftAt - found.eta.getTime());
      error.add(missed);
      if (leftAt - (found.overtakenAt ?? leftAt) > MINUTE_MS) overtaken += 1;
      else share.add(missed / Math.max(MINUTE_MS, ALLOWED_PART * (leftAt - acceptedAt)));
    },
  };
};
