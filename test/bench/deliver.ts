import { ObjectId } from "mongodb";
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import type { Connect } from "#shared/platform/mongo/database.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { smtpSession } from "#shared/transports/smtp/submissions.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import { mailOf } from "#shared/sending/deliver/prepare.ts";
import { planWakes } from "#shared/sending/wake/plan-wakes.ts";
import type { Draft } from "#shared/sending/ports/acceptance.ts";
import { draftsOf } from "#test/support/sending-stores.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { cpuMeter } from "./cpu.ts";
import { startDatabase } from "./database.ts";
import { emails } from "./emails.ts";
import { type Bench, median } from "./row.ts";
import { startSink } from "./sink.ts";

const ROUNDS = 9;
/** Rounds that only warm up. */
const WARM_UP = 2;
const MESSAGES = 500;
/** So that the floor runs about as long as ours: a scheduler is kinder to short bursts. */
const FLOOR_MESSAGES = 2000;
const STEP_MS = 30_000;
/** As AWS would call the function for the queue: two deliveries of a mailbox do the work. */
const WORKERS = 2;

interface Measured {
  readonly rate: number;
  /** Processor time a message, ms. */
  readonly worker: number;
  readonly servers: number;
}

const measure = async (count: number, work: () => Promise<unknown>): Promise<Measured> => {
  const cpu = cpuMeter();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { own, children } = cpu();
  return { rate: count / seconds, worker: own / count, servers: children / count };
};

/** A mailbox that only sends: no copies are filed. */
const noImap = { imap: undefined } as unknown as Partial<Mailbox>;

/** nodemailer's SMTPConnection over one TLS connection, logged in. */
const bareConnection = async (port: number) => {
  const openSocket = createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") });
  const { socket } = await openSocket({ host: "127.0.0.1", port, protocol: "SMTP" });
  const way = await upgradeTls(socket, { servername: "127.0.0.1", port, protocol: "SMTP" });
  const account = { host: "127.0.0.1", port, secure: "tls", username: "sales", credential: { password: "secret" } } as const;
  const session = await smtpSession(way, account);
  const { connection } = session;
  await session.step(STEP_MS, (done) => connection.connect(done));
  await session.step(STEP_MS, (done) => connection.login({ user: "sales", pass: "secret" }, done));
  return {
    send: ({ send }: Draft, raw: Buffer) =>
      session.step(STEP_MS, (done) => connection.send({ from: send.fromEmail, to: [send.toEmail], size: raw.length }, raw, done)),
    close: () => session.destroy(),
  };
};

const compose = ({ send, body }: Draft): Promise<Buffer> => {
  const { from, to, subject, text, html, messageId } = mailOf(send, body);
  return new MailComposer({ from, to, subject, text, html, messageId }).compile().build();
};

type Rig = Awaited<ReturnType<typeof sendingRig>>;

const richRig = async (connect: Connect, smtp: { readonly port: number }, mailbox: Partial<Mailbox>): Promise<Rig> => {
  const rig = await sendingRig({ connect, smtp, mailbox });
  await mongoWallets(connect).topUp(rig.mailbox.userId, 10_000_000, rig.mailbox.id);
  return rig;
};

const batchOf = ({ mailbox }: Rig): readonly Draft[] =>
  draftsOf(
    mailbox.userId,
    emails(mailbox.id, MESSAGES, "example.net").map(({ to, subject, body_text, body_html }) => ({
      toEmail: to,
      subject,
      text: body_text,
      html: body_html,
    })),
    mailbox,
  );

const kinds = ["composed", "prebuilt", "withWrites", "ours", "withCopies"] as const;

/**
 * Messages a second from the queue to an SMTP server, against a bare loop of SMTPConnection that sends the same over one connection:
 * composed by nodemailer, built beforehand, and built beforehand with the read and the two writes of each message that ours makes. Ours without and with
 * the list of copies for the Sent folder; the filing itself is the end-to-end bench's.
 */
export const bench: Bench = async () => {
  const database = await startDatabase();
  const sink = await startSink();
  const bare = await bareConnection(sink.port);
  try {
    const rig = await richRig(database.connect, sink, noImap);
    const filing = await richRig(database.connect, sink, {});
    const built = batchOf(rig).map((draft) => ({ draft, raw: buildMime(mailOf(draft.send, draft.body)), id: new ObjectId() }));
    const rows = (await database.connect()).raw.collection("bare");
    const stops = new ObjectId();
    await rows.insertMany([{ _id: stops, version: 1 }, ...built.map(({ id }) => ({ _id: id, stage: "claimed" }))]);

    const composed = () =>
      measure(MESSAGES, async () => {
        for (const { draft } of built) await bare.send(draft, await compose(draft));
      });
    const prebuilt = () =>
      measure(FLOOR_MESSAGES, async () => {
        for (let n = 0; n < FLOOR_MESSAGES; n += MESSAGES) for (const { draft, raw } of built) await bare.send(draft, raw);
      });
    const withWrites = () =>
      measure(MESSAGES, async () => {
        for (const { draft, raw, id } of built) {
          await rows.findOne({ _id: stops });
          await rows.updateOne({ _id: id }, { $set: { stage: "intent" } });
          await bare.send(draft, raw);
          await rows.updateOne({ _id: id }, { $set: { stage: "sent" } });
        }
      });
    const through = async (rig: Rig) => {
      const drafts = batchOf(rig);
      await rig.acceptedSends.accept(rig.mailbox.userId, drafts);
      const sends = drafts.map(({ send }) => send);
      const jobs = planWakes(sends, new Date()).flatMap(({ job }) => (job.job === "deliver" ? [job] : []));
      const work = async () => {
        for (let job = jobs.shift(); job; job = jobs.shift()) await rig.deliver(job.sendIds);
      };
      const measured = await measure(MESSAGES, () => Promise.all(Array.from({ length: WORKERS }, work)));
      const states = new Set(await rig.statuses(sends));
      if (states.size !== 1 || !states.has("sent")) throw new Error(`not all delivered: ${[...states].join(", ")}`);
      return measured;
    };

    const works = { composed, prebuilt, withWrites, ours: () => through(rig), withCopies: () => through(filing) };
    const rounds: Record<(typeof kinds)[number], Measured>[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const measured: [string, Measured][] = [];
      for (const kind of kinds) measured.push([kind, await works[kind]()]);
      if (round >= WARM_UP) rounds.push(Object.fromEntries(measured) as (typeof rounds)[number]);
    }
    const of = (kind: (typeof kinds)[number], fact: keyof Measured) => median(rounds.map((round) => round[kind][fact]));
    const cpu = kinds.map((kind) => `${kind} ${of(kind, "worker").toFixed(2)} + ${of(kind, "servers").toFixed(2)}`).join(", ");
    const row = (name: string, floor: (typeof kinds)[number]) => ({
      name: `deliver: queue to server, floor a bare loop ${name}`,
      unit: "messages/s",
      ours: of("ours", "rate"),
      floor: of(floor, "rate"),
    });
    return [
      { ...row("by nodemailer", "composed"), target: 0.6 },
      { ...row("of built messages", "prebuilt"), note: `cpu ms per message, worker + servers: ${cpu} (${database.kind})` },
      { ...row("of built messages with the read and the two writes", "withWrites"), target: 1.5 },
      { ...row("the same, with a copy of each for the Sent folder", "withWrites"), ours: of("withCopies", "rate") },
    ];
  } finally {
    bare.close();
    sink.stop();
    await database.stop();
  }
};
