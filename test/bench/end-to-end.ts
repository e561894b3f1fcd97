import { setTimeout as pause } from "node:timers/promises";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";
import { type BareQueue, startBareQueue } from "./bullmq.ts";
import { cpuMeter } from "./cpu.ts";
import { emails } from "./emails.ts";
import { median, type Row } from "./row.ts";
import { type Sink, startSink } from "./sink.ts";

const BATCH = 1000;
const ROUNDS = 3;
const LOOK_MS = 5;

interface Measured {
  readonly accepted: number;
  readonly delivered: number;
  readonly own: number;
  readonly children: number;
}

/** A mailbox, and how many emails its server has taken and how many copies lie in its Sent folder. */
interface Lane {
  readonly mailbox: string;
  readonly taken: () => number | Promise<number>;
  readonly filed: () => number;
}

/** A batch of 1000 to one mailbox, from the request to the last 250: to a server of its own, and to the sandbox within the system's process. */
export const bench = async (): Promise<readonly Row[]> => {
  const system = await runSystem();
  const sink = await startSink();
  try {
    const lanes = [await sinkLane(system, sink), await sandboxLane(system, false), await sandboxLane(system, true)] as const;
    const bare = await startBareQueue(sink);
    const rounds: (readonly Measured[])[] = [];
    const floors: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const measured: Measured[] = [];
      if (bare) floors.push(await runBare(bare, sink));
      for (const lane of lanes) measured.push(await run(system, lane));
      rounds.push(measured);
    }
    await bare?.stop();
    const of = (lane: number, fact: keyof Measured) => median(rounds.map((measured) => measured[lane]?.[fact] ?? 0));
    const row = (name: string, lane: number): Row => ({
      name: `end to end, batch of 1000: ${name}`,
      unit: "emails/s",
      ours: of(lane, "delivered"),
      note: `cpu ms per email: the system ${of(lane, "own").toFixed(2)}, its children (database, SMTP server) ${of(lane, "children").toFixed(2)}`,
    });
    return [
      floors.length > 0
        ? { ...row("to a server of its own, floor BullMQ with 10 connections", 0), floor: median(floors), target: 1 }
        : { ...row("to a server of its own (no redis-server for BullMQ's floor)", 0), target: 500 },
      row("to the sandbox", 1),
      row("to the sandbox, with copies in the Sent folder", 2),
      { name: "end to end, batch of 1000: accepted", unit: "emails/s", ours: of(0, "accepted") },
    ];
  } finally {
    sink.stop();
    await system.stop();
  }
};

const sinkLane = async (system: RunningSystem, sink: Sink): Promise<Lane> => {
  const body = {
    type: "smtp",
    smtp_host: "127.0.0.1",
    smtp_port: sink.port,
    smtp_secure: "tls",
    smtp_password: "any",
    imap_host: undefined,
  };
  const mailbox = await system.connect("sink@example.com", {
    ...body,
    imap_port: undefined,
    imap_password: undefined,
    max_daily_sends: 1_000_000,
  });
  return { mailbox, taken: async () => (await sink.counts()).accepted, filed: () => 0 };
};

const sandboxLane = async (system: RunningSystem, copies: boolean): Promise<Lane> => {
  const from = copies ? "copies@example.com" : "plain@example.com";
  const without = copies ? {} : { imap_host: undefined, imap_port: undefined, imap_password: undefined };
  const mailbox = await system.connect(from, { ...without, max_daily_sends: 1_000_000 });
  const { store } = system;
  const deliver: typeof store.deliver = store.deliver.bind(store);
  let taken = 0;
  let filed = 0;
  store.deliver = (address, raw, where) => {
    if (where?.folder === "Sent") filed += 1;
    else taken += 1;
    return deliver(address, raw, where);
  };
  return { mailbox, taken: () => taken, filed: () => (copies ? filed : 0) };
};

/** From the queueing to the last 250. */
const runBare = async (bare: BareQueue, sink: Sink): Promise<number> => {
  const goal = BATCH + (await sink.counts()).accepted;
  const started = performance.now();
  await bare.send(emails("", BATCH, "example.net"));
  while ((await sink.counts()).accepted < goal) await pause(LOOK_MS);
  return BATCH / ((performance.now() - started) / 1000);
};

const run = async ({ call }: RunningSystem, { mailbox, taken, filed }: Lane): Promise<Measured> => {
  const batch = emails(mailbox, BATCH, "example.net");
  const goal = BATCH + (await taken());
  const copies = filed();
  const cpu = cpuMeter();
  const started = performance.now();
  const perSecond = () => BATCH / ((performance.now() - started) / 1000);
  const { status, body } = await call("POST", "/v1/send/batch", { emails: batch });
  const refused = body.results?.some((result: { readonly status: string }) => result.status !== "queued") ?? true;
  if (refused) throw new Error(`not accepted: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  const accepted = perSecond();
  while ((await taken()) < goal) await pause(LOOK_MS);
  const delivered = perSecond();
  if (filed() > copies) while (filed() < copies + BATCH) await pause(LOOK_MS);
  const { own, children } = cpu();
  return { accepted, delivered, own: own / BATCH, children: children / BATCH };
};
