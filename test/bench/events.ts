/** What events cost: delivering and syncing with them and without, in alternating rounds. The second needs root and Debian's Dovecot. */
import { existsSync } from "node:fs";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { planWakes } from "#shared/sending/wake/plan-wakes.ts";
import { silentEventOutbox } from "#test/support/memory/event-outbox.ts";
import { draftsOf } from "#test/support/sending-stores.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import { startDovecotAlone } from "../interop/dovecot-alone.ts";
import { PASSWORD } from "../interop/peers/dovecot.ts";
import { startDatabase } from "./database.ts";
import { emails } from "./emails.ts";
import { type Bench, median, type Row } from "./row.ts";
import { startSink } from "./sink.ts";
import { withoutEvents } from "./without-events.ts";

const ROUNDS = Number(process.env["EVENTS_BENCH_ROUNDS"] ?? 9);
const WARM_UP = 2;
const MESSAGES = 500;
const SYNCED = 1_000;
/** Issue: events cost a tenth of the throughput at most. */
const TARGET = 0.9;

const timed = async (count: number, work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return count / ((performance.now() - started) / 1000);
};

/** Alternates the two; each round begins with the other. */
const compare = async (name: string, withThem: () => Promise<number>, without: () => Promise<number>, note: string): Promise<Row> => {
  const [ours, floor]: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const first = round % 2 === 0 ? [await withThem(), await without()] : [await without(), await withThem()].toReversed();
    if (round < WARM_UP) continue;
    ours.push(first[0]!);
    floor.push(first[1]!);
  }
  const shares = ours.map((rate, i) => rate / floor[i]!);
  const spread = `share of each round: ${shares.map((share) => share.toFixed(2)).join(" ")}, the middle one ${median(shares).toFixed(2)}`;
  return { name, unit: "messages/s", ours: median(ours), floor: median(floor), target: TARGET, note: `${spread} (${note})` };
};

const delivering = async (connect: Connect, smtp: { readonly port: number }, silent: boolean) => {
  const rig = await sendingRig({
    connect: silent ? withoutEvents(connect) : connect,
    smtp,
    mailbox: { imap: undefined } as never,
    ...(silent && { ports: { eventOutbox: silentEventOutbox } }),
  });
  await mongoWallets(connect).topUp(rig.mailbox.userId, 10_000_000, rig.mailbox.id);
  const batch = emails(rig.mailbox.id, MESSAGES, "example.net").map(({ to, subject, body_text: text, body_html: html }) => ({
    toEmail: to,
    subject,
    text,
    html,
  }));
  return async () => {
    const drafts = draftsOf(rig.mailbox.userId, batch, rig.mailbox);
    await rig.acceptedSends.accept(rig.mailbox.userId, drafts);
    const jobs = planWakes(
      drafts.map(({ send }) => send),
      new Date(),
    ).flatMap(({ job }) => (job.job === "deliver" ? [job] : []));
    const work = async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await rig.deliver(job.sendIds);
    };
    const rate = await timed(MESSAGES, () => Promise.all([work(), work()]));
    const unsent = { userId: oid(rig.mailbox.userId), status: { $ne: "sent" } };
    const left = await (await connect()).raw.collection("sends").countDocuments(unsent);
    if (left > 0) throw new Error(`${left} not delivered`);
    return rate;
  };
};

type Dovecot = Awaited<ReturnType<typeof startDovecotAlone>>;

const syncing = (connect: Connect, kind: string, dovecot: Dovecot): Promise<Row> => {
  const near = () => ({ host: "localhost", port: dovecot.port, password: PASSWORD });
  const email = "events@example.com";
  const mail = (n: number) =>
    `From: Person ${n % 97} <p${n % 97}@peer.test>\r\nTo: ${email}\r\nSubject: Weekly numbers ${n}\r\nMessage-ID: <${n}.events@peer.test>\r\n\r\n${"The numbers are in.\r\n".repeat(80)}`;
  dovecot.deliver(
    email,
    Array.from({ length: SYNCED }, (_, n) => ({ raw: mail(n) })),
  );
  const pulling = (world: ReturnType<typeof syncWorld>) => async () => {
    // Another account each time, so that the same mail is new.
    const mailbox = await world.mailbox({ email });
    return timed(SYNCED, async () => {
      const { stored, error } = await world.pull(mailbox, { ms: 600_000, leaseMs: 700_000 });
      if (stored !== SYNCED) throw new Error(`the pull stored ${stored}: ${error}`);
    });
  };
  return compare(
    `events: syncing ${SYNCED.toLocaleString("en-US")} messages, floor without events`,
    pulling(syncWorld(connect, near)),
    pulling(syncWorld(withoutEvents(connect), near, { eventOutbox: silentEventOutbox })),
    kind,
  );
};

/** Both rows; the second where there is a Dovecot to pull from. */
export const bench: Bench = async () => {
  const hasDovecot = process.getuid?.() === 0 && existsSync("/usr/sbin/dovecot");
  // First of all: connections trust what is trusted when the first is made.
  const dovecot = hasDovecot ? await startDovecotAlone() : undefined;
  const database = await startDatabase();
  const sink = await startSink();
  try {
    const { connect, kind } = database;
    const withThem = await delivering(connect, sink, false);
    const without = await delivering(connect, sink, true);
    const rows = [await compare("events: delivering, floor without events", withThem, without, kind)];
    return dovecot ? [...rows, await syncing(connect, kind, dovecot)] : rows;
  } finally {
    sink.stop();
    await Promise.all([dovecot?.stop(), database.stop()]);
  }
};
