import { sendingRig } from "#test/support/sending-rig.ts";
import { startDatabase } from "./database.ts";
import type { Row } from "./row.ts";
import { startSink } from "./sink.ts";

const BATCH = 10;

/** How often a batch of ten waits for the mail server, from the greeting to the last 250. */
export const bench = async (): Promise<readonly Row[]> => {
  const database = await startDatabase();
  const sink = await startSink();
  try {
    const rig = await sendingRig({ connect: database.connect, smtp: sink });
    await rig.accept(...Array.from({ length: BATCH }, () => ({})));
    await rig.deliver();
    const { accepted, connections, roundTrips } = await sink.counts();
    if (accepted !== BATCH) throw new Error(`${accepted} delivered`);
    const note = `${connections} connection; the TLS handshake (1) is counted with them`;
    return [
      {
        name: `round trips: a batch of ${BATCH} to one mailbox`,
        unit: "round trips",
        ours: roundTrips + connections,
        target: 30,
        atMost: true,
        note,
      },
    ];
  } finally {
    sink.stop();
    await database.stop();
  }
};
