/** What a poll that finds nothing costs this process in CPU: login, STATUS of two folders, close; with TLS sessions resumed and in full. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setDefaultCACertificates } from "node:tls";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { createUpgradeTls } from "#shared/platform/egress/tls.ts";
import { imapMailReader } from "#shared/transports/imap/mail-reader.ts";
import { imapConnections } from "#shared/transports/imap/open-connection.ts";
import type { MailReader } from "#shared/inbox/ports/mail-session.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { cpuMeter } from "./cpu.ts";
import { type Bench, median } from "./row.ts";

const POLLS = 200;
const ROUNDS = 5;
const SIDE_BY_SIDE = 25;
const known = [
  { path: "INBOX", role: "inbox" },
  { path: "Sent", role: "sent" },
] as const;

/** Alternating rounds in one process, so that a noisy machine bears on both. */
export const bench: Bench = async () => {
  const child = fork(new URL("imap-process.ts", import.meta.url));
  try {
    const [{ port, ca }] = (await once(child, "message")) as [{ port: number; ca: string }];
    setDefaultCACertificates([ca]);
    const openSocket = createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*,::1/128:*") });
    const resumed = imapMailReader(imapConnections({ openSocket, upgradeTls: createUpgradeTls() }));
    // At the end of time no ticket holds any more.
    const inFull = imapMailReader(imapConnections({ openSocket, upgradeTls: createUpgradeTls({ now: () => Infinity }) }));
    const poll = async (reader: MailReader, n: number) => {
      const account = { host: "localhost", port, username: `u${n % 50}@sandbox.test`, credential: { password: "sandbox" } };
      const session = await reader.open(account, AbortSignal.timeout(30_000));
      await session.folders(known);
      session.close();
    };
    const cost = async (reader: MailReader): Promise<number> => {
      const meter = cpuMeter();
      const turns = Array.from({ length: POLLS }).keys();
      await Promise.all(
        Array.from({ length: SIDE_BY_SIDE }, async () => {
          for (const n of turns) await poll(reader, n);
        }),
      );
      return meter().own / POLLS;
    };
    await cost(inFull);
    await cost(resumed);
    const [ours, floors]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      floors.push(await cost(inFull));
      ours.push(await cost(resumed));
    }
    return [{ name: "poll: CPU with TLS sessions resumed, floor in full", unit: "ms", ours: median(ours), floor: median(floors) }];
  } finally {
    child.disconnect();
  }
};
