/** A worker that pulls mailboxes until it is killed: `node test/interop/sync-child.ts <JSON>`, started by sync-faults.test.ts. */
import { connectMongo } from "#shared/platform/mongo/database.ts";
import { syncWorld } from "#test/support/sync-world.ts";

const { uri, host, port, password, mailboxIds, leaseMs } = JSON.parse(process.argv[2] ?? "") as {
  uri: string;
  host: string;
  port: number;
  password: string;
  mailboxIds: readonly string[];
  leaseMs: number;
};
const world = syncWorld(
  connectMongo(async () => uri),
  () => ({ host, port, password }),
);
process.stdout.write("pulling\n");
for (;;) await Promise.all(mailboxIds.map((id) => world.pull({ id }, { leaseMs, ms: leaseMs })));
