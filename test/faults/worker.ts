// A deliver worker in a process of its own, so that it can be killed or frozen at a point for real.
import { connectMongo } from "#shared/adapters/mongo/database.ts";
import { deliverMailbox } from "#shared/domain/sending/deliver/deliver-mailbox.ts";
import { deliverPorts } from "#test/support/sending-rig.ts";
import { mutate } from "./mutants.ts";
import { type Hit, watchCommits, watchPorts } from "./points.ts";
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

const deliver = async ({ mailbox, leaseMs, fault, mutant, clockSkewMs = 0 }: Order): Promise<void> => {
  if (clockSkewMs !== 0) skewClocks(clockSkewMs);
  let passages = 0;
  const hit: Hit = (point) => {
    if (point !== fault?.point || (passages += 1) !== fault.passage) return;
    if (fault.signal === "SIGSTOP") process.send?.({ stopping: true });
    process.kill(process.pid, fault.signal);
  };
  const mailboxes = { findForJob: async () => mailbox, note: async () => true };
  const ports = deliverPorts(watchCommits(connect, hit), mailboxes, leaseMs);
  await deliverMailbox(watchPorts(mutate(ports, mutant, connect), hit), { mailboxId: mailbox.id, sendIds: [] });
};

const revive = (key: string, value: unknown) => (key.endsWith("At") || key === "statusSince" ? new Date(String(value)) : value);

process.on("message", (order) => {
  deliver(JSON.parse(JSON.stringify(order), revive) as Order).then(
    () => process.send?.({ done: true }),
    (error: unknown) => process.send?.({ done: true, error: String(error) }),
  );
});
await connect();
process.send?.({ ready: true });
