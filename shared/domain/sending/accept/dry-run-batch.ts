import type { Wallets } from "../../credits/ports.ts";
import { limitsOf } from "../deliver/claim-limits.ts";
import type { Sends } from "../ports/sends.ts";
import type { Send } from "../send.ts";
import type { AcceptPorts } from "./accept.ts";
import { type BatchElement, type BatchResult, prepareBatch } from "./accept-batch.ts";
import { lastDeparture } from "./last-departure.ts";

/** What trying a batch takes: nothing that writes. */
export interface DryRunPorts extends Omit<AcceptPorts, "acceptedSends" | "wakeUps"> {
  readonly sends: Pick<Sends, "loads" | "pauses">;
  readonly wallets: Pick<Wallets, "find">;
}

/** What would become of a batch. */
export interface DryRun {
  readonly results: readonly BatchResult[];
  /** What it would cost if the balance covers it. */
  readonly credits: number;
  readonly balance: number;
  /** When the last that would be accepted would leave; undefined when none would, or too much waits to tell. */
  readonly lastLeavesAt: Date | undefined;
}

/** Judges a batch as accepting would, and stores and charges nothing. */
export const dryRunBatch = async (ports: DryRunPorts, userId: string, elements: readonly BatchElement[]): Promise<DryRun> => {
  const [{ drafts, resultsOf }, wallet] = await Promise.all([prepareBatch(ports, userId, elements), ports.wallets.find(userId)]);
  const balance = wallet?.balance ?? 0;
  const accepted = drafts.slice(0, balance).map(({ send }) => send);
  const lastLeavesAt = await lastOf(ports, userId, accepted);
  return { results: resultsOf(accepted.length), credits: drafts.length, balance, lastLeavesAt };
};

const lastOf = async (ports: DryRunPorts, userId: string, sends: readonly Send[]): Promise<Date | undefined> => {
  const now = ports.clock.now();
  const dueOf = ({ dueAt = now }: Send) => dueAt;
  const byMailbox = Map.groupBy(sends, ({ mailboxId }) => mailboxId);
  const ids = [...byMailbox.keys()];
  const until = new Date(Math.max(0, ...sends.map((send) => dueOf(send).getTime())));
  const [boxes, loads, holds] = await Promise.all([
    ports.mailboxes.findMany(userId, ids),
    ports.sends.loads(ids, until),
    ports.sends.pauses(ids),
  ]);
  if (!loads) return undefined;
  const times = boxes.flatMap((mailbox) => {
    const from = new Date(Math.max(now.getTime(), holds.get(mailbox.id)?.until.getTime() ?? 0));
    const load = loads.get(mailbox.id) ?? { counted: [], waiting: [] };
    const last = lastDeparture(limitsOf(mailbox), load, { due: (byMailbox.get(mailbox.id) ?? []).map(dueOf), from });
    return last ? [last.getTime()] : [];
  });
  return times.length === 0 ? undefined : new Date(Math.max(...times));
};
