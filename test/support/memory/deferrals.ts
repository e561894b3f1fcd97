import type { ClaimedDraft } from "#shared/sending/ports/claims.ts";
import type { Deliveries } from "#shared/sending/ports/deliveries.ts";
import type { Pause } from "#shared/sending/ports/sends.ts";
import type { Untaken } from "#shared/sending/recipients.ts";
import type { Send } from "#shared/sending/send.ts";
import { type Change, leased, type Transition, transitions } from "#shared/sending/transitions.ts";
import { mayUndergo } from "./apply-transition.ts";

interface Rows {
  readonly ofMailbox: (mailboxId: string) => readonly Send[];
  readonly held: (token: string, sends: readonly Pick<Send, "id">[]) => readonly Send[];
  readonly pauses: ReadonlyMap<string, Pause>;
  readonly apply: (send: Send, transition: Transition, change?: Change) => boolean;
  readonly isDue: (send: Send) => boolean;
  readonly draftOf: (send: Send) => ClaimedDraft;
  readonly leaseMs: number;
  readonly newToken: () => string;
}

const changeOf = ({ refused, deferred }: Untaken): Change => ({
  set: { ...(refused.length > 0 && { refused }), ...(deferred.length > 0 && { deferred }) },
  clear: ["refused", "deferred"],
});

/** Deferred recipients of sends in memory. */
export const memoryDeferrals = ({
  ofMailbox,
  held,
  pauses,
  apply,
  isDue,
  draftOf,
  leaseMs,
  newToken,
}: Rows): Pick<Deliveries, "claimDeferred" | "intendDeferred" | "deferAgain" | "settleDeferred"> => ({
  claimDeferred: async (mailboxId) => {
    const token = newToken();
    const waits = (pauses.get(mailboxId)?.for ?? "daily_limit") !== "daily_limit";
    const found = ofMailbox(mailboxId).filter(
      (send) => isDue(send) && !send.leaseToken && !waits && mayUndergo(send, transitions.claimDeferred),
    );
    for (const send of found) apply(send, transitions.claimDeferred, leased(token, leaseMs));
    return { token, leaseMs, others: false, drafts: held(token, found).map(draftOf) };
  },
  intendDeferred: async (token, send, untaken) =>
    held(token, [send]).some((one) => apply(one, transitions.intendDeferred, changeOf(untaken))),
  deferAgain: async (token, send, untaken, { afterMs, counts }) => {
    const compute = { dueAt: { inMs: afterMs }, attempts: counts ? undefined : { add: -1 } };
    for (const one of held(token, [send])) apply(one, transitions.deferAgain, { ...changeOf(untaken), compute });
  },
  settleDeferred: async (token, send, refused) => {
    for (const one of held(token, [send])) apply(one, transitions.settleDeferred, changeOf({ refused, deferred: [] }));
  },
});
