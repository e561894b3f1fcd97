import { createOpenSocket } from "#shared/adapters/egress/open-socket.ts";
import { upgradeTls } from "#shared/adapters/egress/upgrade-tls.ts";
import { mongoWallets } from "#shared/adapters/mongo/wallets.ts";
import { smtpSession } from "#shared/adapters/smtp/smtp-session.ts";
import { parseAllowList } from "#shared/domain/mailboxes/address-policy.ts";
import { buildMime } from "#shared/domain/sending/build-mime.ts";
import { mailOf } from "#shared/domain/sending/mail-of.ts";
import { planWakes } from "#shared/domain/sending/plan-wakes.ts";
import type { Draft } from "#shared/domain/sending/ports.ts";
import { draftsOf } from "#test/support/sending-stores.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { cpuMeter } from "./cpu.ts";
import { startDatabase } from "./database.ts";
import { emails } from "./emails.ts";
import { median, type Row } from "./row.ts";
import { startSink } from "./sink.ts";

const ROUNDS = 9;
const MESSAGES = 500;
const STEP_MS = 30_000;

interface Measured {
  readonly rate: number;
  readonly own: number;
  readonly children: number;
}

const measure = async (work: () => Promise<unknown>): Promise<Measured> => {
  const cpu = cpuMeter();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { own, children } = cpu();
  return { rate: MESSAGES / seconds, own: own / MESSAGES, children: children / MESSAGES };
};

/** The floor: nodemailer's SMTPConnection over one TLS connection, each message built beforehand. */
const bareLoop = async (port: number, drafts: readonly Draft[]): Promise<void> => {
  const openSocket = createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") });
  const { socket } = await openSocket({ host: "127.0.0.1", port, protocol: "SMTP" });
  const way = await upgradeTls(socket, { servername: "127.0.0.1", protocol: "SMTP" });
  const account = { host: "127.0.0.1", port, secure: "tls", username: "sales", credential: { password: "secret" } } as const;
  const session = await smtpSession(way, account);
  const { connection } = session;
  await session.step(STEP_MS, (done) => connection.connect(done));
  await session.step(STEP_MS, (done) => connection.login({ user: "sales", pass: "secret" }, done));
  const messages = drafts.map((draft) => ({ from: draft.send.fromEmail, to: [draft.send.toEmail], raw: buildMime(mailOf(draft)) }));
  const started = performance.now();
  for (const { from, to, raw } of messages)
    await session.step(STEP_MS, (done) => connection.send({ from, to, size: raw.length }, raw, done));
  timings.push(MESSAGES / ((performance.now() - started) / 1000));
  session.destroy();
};
const timings: number[] = [];

/** Messages a second from the queue to an SMTP server, against the bare loop that sends the same over one connection. */
export const bench = async (): Promise<readonly Row[]> => {
  const database = await startDatabase();
  const sink = await startSink();
  try {
    const rig = await sendingRig({ connect: database.connect, smtp: sink });
    await mongoWallets(database.connect).topUp(rig.mailbox.userId, 10_000_000, "bench");
    const batch = () =>
      draftsOf(
        rig.mailbox.userId,
        emails(rig.mailbox.id, MESSAGES, "example.net").map(({ to, subject, body_text, body_html }) => ({
          toEmail: to,
          subject,
          text: body_text,
          html: body_html,
        })),
        rig.mailbox,
      );
    /** The jobs of the queue, taken by so many workers side by side. */
    const drain = async (drafts: readonly Draft[], workers: number) => {
      const wakes = planWakes(
        drafts.map(({ send }) => send),
        new Date(),
      );
      const jobs = wakes.flatMap(({ job }) => (job.job === "deliver" ? [job] : []));
      const work = async () => {
        for (let job = jobs.shift(); job; job = jobs.shift()) await rig.deliver(job.sendIds);
      };
      await Promise.all(Array.from({ length: workers }, work));
    };
    const ours = async (workers: number) => {
      const drafts = batch();
      await rig.outbox.accept(rig.mailbox.userId, drafts);
      const measured = await measure(() => drain(drafts, workers));
      const last = drafts.at(-1);
      if (!last || (await rig.read(last.send)).status !== "sent") throw new Error("not delivered");
      return measured;
    };
    const rounds: { readonly floor: Measured; readonly one: Measured; readonly two: Measured }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const floor = await measure(() => bareLoop(sink.port, batch()));
      rounds.push({ floor: { ...floor, rate: timings.at(-1) ?? 0 }, one: await ours(1), two: await ours(2) });
    }
    const of = (kind: "floor" | "one" | "two", fact: keyof Measured) => median(rounds.map((round) => round[kind][fact]));
    const cpu = (kind: "floor" | "one" | "two") => `${of(kind, "own").toFixed(2)} + ${of(kind, "children").toFixed(2)}`;
    const note = `cpu ms per message, worker + database and SMTP server: floor ${cpu("floor")}, one delivery ${cpu("one")}, two ${cpu("two")} (${database.kind})`;
    return [
      {
        name: "deliver: queue to sink, as it runs (two deliveries)",
        unit: "messages/s",
        ours: of("two", "rate"),
        floor: of("floor", "rate"),
        target: 0.6,
        note,
      },
      { name: "deliver: one delivery alone", unit: "messages/s", ours: of("one", "rate"), floor: of("floor", "rate") },
    ];
  } finally {
    sink.stop();
    await database.stop();
  }
};
