/** What `fresh=true` adds to a poll of a mailbox with nothing new: the request over HTTP against the bare poll, near and at a provider's distance. */
import { fork } from "node:child_process";
import { once } from "node:events";
import tls from "node:tls";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { createUpgradeTls } from "#shared/platform/egress/tls.ts";
import { imapMailReader } from "#shared/transports/imap/mail-reader.ts";
import { imapConnections } from "#shared/transports/imap/open-connection.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { startCuttingProxy } from "#test/support/cutting-proxy.ts";
import { runSystem } from "#test/support/running-system.ts";
import { type Bench, median, type Row } from "./row.ts";

const ROUNDS = 40;
const WARM_UP = 5;
/** Each way, ms. */
const DISTANCES = [0, 30];
const known = [
  { path: "INBOX", role: "inbox" },
  { path: "Sent", role: "sent" },
] as const;

const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** In alternating rounds against one server, both with TLS sessions resumed. */
export const bench: Bench = async () => {
  const child = fork(new URL("imap-process.ts", import.meta.url));
  const [{ port, ca }] = (await once(child, "message")) as [{ readonly port: number; readonly ca: string }];
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), ca]);
  const line = await startCuttingProxy({ host: "127.0.0.1", port });
  const system = await runSystem();
  try {
    const openSocket = createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*,::1/128:*") });
    const reader = imapMailReader(imapConnections({ openSocket, upgradeTls: createUpgradeTls() }));
    const account = { host: "127.0.0.1", port: line.port, username: "bare@sandbox.test", credential: { password: "sandbox" } };
    const bare = async () => {
      const session = await reader.open(account, AbortSignal.timeout(30_000));
      await session.folders(known);
      session.close();
    };
    const id = await system.connect("fresh@sandbox.test", { imap_host: "127.0.0.1", imap_port: line.port });
    const fresh = async () => {
      const { body } = await system.call("GET", `/v1/inbox/messages?fresh=true&mailbox_id=${id}`);
      if (body?.sync?.[0]?.error !== "") throw new Error(`not pulled: ${JSON.stringify(body).slice(0, 300)}`);
    };
    const rows: Row[] = [];
    for (const delayMs of DISTANCES) {
      line.network.delayMs = delayMs;
      const [ours, floors]: [number[], number[]] = [[], []];
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        const [floor, own] = [await msOf(bare), await msOf(fresh)];
        if (round < WARM_UP) continue;
        floors.push(floor);
        ours.push(own);
      }
      const name = `fresh=true with nothing new, ${delayMs * 2} ms away: p50, floor the bare poll`;
      rows.push({ name, unit: "ms", ours: median(ours), floor: median(floors), ...(delayMs > 0 && { target: 1.3, atMost: true }) });
    }
    return rows;
  } finally {
    await system.stop();
    await line.stop();
    child.disconnect();
  }
};
