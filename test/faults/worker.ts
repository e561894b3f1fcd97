// A worker in a process of its own, so that it can be killed or frozen at a point for real.
import { connectMongo } from "#shared/platform/mongo/database.ts";
import { mongoMailboxes } from "#shared/mailboxes/store/mailboxes.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import { deliverPorts } from "#test/support/sending-rig.ts";
import { apiPorts } from "#test/support/api-sending.ts";
import { type ImapServer, syncWorld } from "#test/support/sync-world.ts";
import { mutate } from "./mutants.ts";
import { watchCommits, watchPorts } from "./points.ts";
import { mutatePull, watchPull } from "./pull-worker.ts";
import type { Order } from "./workers.ts";

const connect = connectMongo(async () => process.env["FAULTS_URI"] ?? "");

/** Lets every clock of this process be wrong: `new Date()` in an adapter or a library, not the Clock port alone. */
const skewClocks = (ms: number): void => {
  const Right = Date;
  globalThis.Date = class extends Right {
    constructor(...given: readonly [] | readonly [number | string | Date]) {
      super(given[0] ?? Right.now() + ms);
    }
    static override now = () => Right.now() + ms;
  } as DateConstructor;
};

/** Ends or stops this process at the fault's point. */
const hitter = ({ fault }: Order) => {
  let passages = 0;
  return (point: string): void => {
    if (point !== fault?.point || (passages += 1) !== fault.passage) return;
    if (fault.signal === "SIGSTOP") process.send?.({ stopping: true });
    process.kill(process.pid, fault.signal);
  };
};

const pull = async (order: Order, imap: ImapServer): Promise<void> => {
  const { ports } = syncWorld(connect, () => imap);
  const watched = watchPull(mutatePull(ports, order.mutant, connect), hitter(order));
  await syncWorld(connect, () => imap, watched).pull(order.mailbox);
};

const deliver = async (order: Order): Promise<void> => {
  const { mailbox, isStored, leaseMs, mutant, clockSkewMs = 0 } = order;
  if (clockSkewMs !== 0) skewClocks(clockSkewMs);
  const hit = hitter(order);
  const mailboxes = isStored ? mongoMailboxes(connect) : { findForJob: async () => mailbox, note: async () => true };
  const ports = { ...deliverPorts(watchCommits(connect, hit), mailboxes, leaseMs), ...(order.api && apiPorts(order.api)) };
  await deliverMailbox(watchPorts(mutate(ports, mutant, connect), hit), { mailboxId: mailbox.id, sendIds: [] });
};

const revive = (key: string, value: unknown) =>
  key.endsWith("At") || key === "statusSince" || key === "since" ? new Date(String(value)) : value;

process.on("message", (order) => {
  const given = JSON.parse(JSON.stringify(order), revive) as Order;
  (given.imap ? pull(given, given.imap) : deliver(given)).then(
    () => process.send?.({ done: true }),
    (error: unknown) => process.send?.({ done: true, error: String(error) }),
  );
});
await connect();
process.send?.({ ready: true });
