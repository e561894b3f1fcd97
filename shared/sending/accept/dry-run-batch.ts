import { roomThisHour, secondsToNextHour, type Wallets } from "#shared/accounts/credits.ts";
import { forecastOf } from "../forecast/eta.ts";
import type { Sends } from "../ports/sends.ts";
import type { Send } from "../send.ts";
import { acceptedOf, askingOf, type Contacts, HELD_MAX } from "../ports/acceptance.ts";
import type { AcceptPorts } from "./accept.ts";
import type { Writer } from "../writer.ts";
import { type BatchElement, type BatchResult, prepareBatch } from "./accept-batch.ts";

/** The ports of a dry run; none of them writes. */
export interface DryRunPorts extends Omit<AcceptPorts, "acceptedSends" | "wakeUps" | "publishHeld"> {
  readonly sends: Pick<Sends, "loads" | "pauses">;
  readonly wallets: Pick<Wallets, "find">;
  readonly contacts: Contacts;
}

/** The result of a dry run. */
export interface DryRun {
  readonly results: readonly BatchResult[];
  /** The cost of what the balance covers, credits. */
  readonly credits: number;
  readonly balance: number;
  /** When each accepted email would leave, by its send's id; empty when too many emails are waiting to compute it. */
  readonly etas: ReadonlyMap<string, Date>;
  /** When the last accepted email would leave; undefined when none would be accepted, or when too many emails are waiting to compute it. */
  readonly lastLeavesAt: Date | undefined;
}

/** Judges a batch as acceptance would, but stores and charges nothing. */
export const dryRunBatch = async (ports: DryRunPorts, userId: string, elements: readonly BatchElement[], by: Writer): Promise<DryRun> => {
  const [{ drafts, resultsOf }, wallet] = await Promise.all([prepareBatch(ports, userId, elements, by), ports.wallets.find(userId)]);
  const balance = wallet?.balance ?? 0;
  const now = ports.clock.now();
  const room = roomThisHour(wallet ?? {}, now);
  const limit = wallet?.contactLimit;
  const contacted = limit && (await ports.contacts.among(userId, limit, askingOf(drafts)));
  const unheld = drafts.filter(({ send }) => send.holdUntil === undefined);
  const paid = acceptedOf(unheld, { count: unheld.length, ...(contacted && { contacted }) });
  const limited = room < balance && { waitSeconds: secondsToNextHour(now) };
  const outcome = { count: Math.max(0, Math.min(balance, room, paid.length)), held: HELD_MAX, ...limited, ...(contacted && { contacted }) };
  const leaving = acceptedOf(paid, outcome).map(({ send }) => send);
  const etas = await etasOf(ports, userId, leaving);
  const last = [...etas.values()].reduce((latest, at) => Math.max(latest, at.getTime()), 0);
  return { results: resultsOf(outcome), credits: paid.length, balance, etas, lastLeavesAt: last === 0 ? undefined : new Date(last) };
};

const etasOf = async (ports: DryRunPorts, userId: string, sends: readonly Send[]): Promise<ReadonlyMap<string, Date>> => {
  const now = ports.clock.now();
  const byMailbox = Map.groupBy(sends, ({ mailboxId }) => mailboxId);
  const ids = [...byMailbox.keys()];
  const until = new Date(Math.max(0, ...sends.map(({ dueAt = now }) => dueAt.getTime())));
  const [boxes, loads, pauses] = await Promise.all([
    ports.mailboxes.findMany(userId, ids),
    ports.sends.loads(ids, until),
    ports.sends.pauses(ids),
  ]);
  if (loads.isCut) return new Map();
  const etas = boxes.flatMap((mailbox) => {
    const { counted = [], waiting = [] } = loads.byMailbox.get(mailbox.id) ?? {};
    const joining = byMailbox.get(mailbox.id) ?? [];
    const load = { counted, waiting: [...waiting, ...joining] };
    const leaves = forecastOf({ mailbox, load, pause: pauses.get(mailbox.id), now });
    return joining.flatMap(({ id }) => {
      const eta = leaves.get(id);
      return eta === undefined ? [] : [[id, eta] as const];
    });
  });
  return new Map(etas);
};
