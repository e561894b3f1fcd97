import { startCuttingProxy } from "#test/support/cutting-proxy.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { startDatabase } from "./database.ts";
import { type Bench, median } from "./row.ts";
import { startSink } from "./sink.ts";

const BATCH = 10;
const ROUNDS = 3;
/** Each way, so a round trip takes twice as long; long against our own time, which counts too. */
const DELAY_MS = 100;

/** How long a batch of ten takes on a slow line, in its round trips: from the connection to the last 250 (opening it adds one). */
export const bench: Bench = async () => {
  const database = await startDatabase();
  const sink = await startSink();
  const line = await startCuttingProxy({ host: "127.0.0.1", port: sink.port }, { delayMs: DELAY_MS });
  try {
    const rig = await sendingRig({ connect: database.connect, smtp: line });
    const trips: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await rig.accept(...Array.from({ length: BATCH }, () => ({})));
      const started = performance.now();
      await rig.deliver();
      trips.push((performance.now() - started) / (2 * DELAY_MS) + 1);
    }
    const { accepted, connections } = await sink.counts();
    if (accepted !== BATCH * ROUNDS) throw new Error(`${accepted} delivered`);
    const note = `${connections / ROUNDS} connection(s) a batch; opening it and our own time are in the number`;
    return [
      { name: `round trips: a batch of ${BATCH} to one mailbox`, unit: "round trips", ours: median(trips), target: 30, atMost: true, note },
    ];
  } finally {
    sink.stop();
    await line.stop();
    await database.stop();
  }
};
