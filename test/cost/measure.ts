import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { AUDITED_MESSAGES, type Measured, type Taken } from "#infra/cost/prices.ts";
import { startMongo } from "#infra/local/mongo/start-mongo.ts";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { startImap } from "#infra/local/sandbox/imap/start-imap.ts";
import { openMailStore } from "#infra/local/sandbox/mail-store.ts";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { type Connect, connectMongo } from "#shared/platform/mongo/database.ts";
import { mongoPolls, mongoSyncTargets } from "#shared/inbox/store/sync-states.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { apiClient, keyring } from "../faults/api-client.ts";
import { createIndexes } from "#shared/service/indexes.ts";
import { probeMailboxes } from "#shared/inbox/pull/probe.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import { startSync } from "#shared/inbox/pull/start-sync.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { type Network, startCuttingProxy } from "#test/support/cutting-proxy.ts";
import { sendingRig } from "#test/support/sending-rig.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import { emails } from "../bench/emails.ts";
import { startSink } from "../bench/sink.ts";
import { measureMemory } from "./memory.ts";
import { meter } from "./meter.ts";

const RIGS = 12;
const BATCH = 25;
const POLLS = 50;
const PULLS = 20;
/** Of 367,190 mail servers 965 knew a post-quantum key exchange in January 2026 (J. Schaumann, "Use of PQC in SMTP STARTTLS"): without one a hello is 1.2 KB shorter. */
const PLAIN_CURVE = "X25519";
/** Each way. */
const DELAY_MS = 150;

/** The round trips of some work over a line: what the line's delay adds to it. */
const tripsOver = async (
  { network }: { readonly network: Network },
  work: () => Promise<unknown>,
  prepare = async (): Promise<void> => undefined,
) => {
  const took = async (delayMs: number): Promise<number> => {
    await prepare();
    network.delayMs = delayMs;
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  await took(0);
  return ((await took(DELAY_MS)) - (await took(0))) / (2 * DELAY_MS);
};

/** Runs each job here, on the embedded MongoDB and mail servers of its own. */
export const measure = async (): Promise<Measured> => {
  const dataDir = mkdtempSync(join(tmpdir(), "cost-"));
  const mongo = await startMongo({ mongodBinary: "", dataDir });
  const uri = new URL(mongo.uri);
  uri.pathname = "/cost";
  const connect = connectMongo(
    async () => uri.toString(),
    () => ({ monitorCommands: true }),
  );
  await createIndexes(await connect());
  const imap = await startTrustedImap();
  const sink = await startSink({ ecdhCurve: PLAIN_CURVE });
  const line = await startCuttingProxy({ host: "127.0.0.1", port: sink.port });
  try {
    const sent = await meter(connect, [sink.port]);
    const mailboxes = mongoSealedMailboxes(connect, keyring);
    const aRig = async (smtp: { readonly port: number }, type: Mailbox["type"] = "smtp") => {
      const rig = await sendingRig({ connect, smtp, mailbox: { type }, ports: { mailboxes } });
      await mailboxes.insert(rig.mailbox, { smtpPassword: "secret" });
      return rig;
    };
    const rigsOf = (type: Mailbox["type"]) => Promise.all(Array.from({ length: RIGS }, () => aRig(sink, type)));
    const rigs = await rigsOf("smtp");
    // Google files its own copies.
    const singles = await rigsOf("google");
    const [email] = emails("", 1, "example.net");
    const content = { bodyText: email!.body_text, bodyHtml: email!.body_html };
    const batchOf = (count: number) => Array.from({ length: count }, () => content);
    const prepare = (count: number, of: typeof rigs) => async () => {
      for (const rig of of) await rig.accept(...batchOf(count));
    };
    const deliver = (of: typeof rigs) => async () => {
      for (const rig of of) await rig.deliver();
    };
    const singleEmail = await sent(RIGS, deliver(singles), prepare(1, singles));
    const batchedEmail = await sent(RIGS * BATCH, deliver(rigs), prepare(BATCH, rigs));
    const acceptedInBatch = await sent(RIGS * BATCH, prepare(BATCH, rigs));
    await deliver(rigs)();
    const ask = await aClient(connect, rigs[0]!.mailbox);
    const accepted = await sent(RIGS, async () => {
      for (let n = 0; n < RIGS; n += 1) await ask();
    });
    const far = await aRig(line);
    const trips = (count: number) =>
      tripsOver(
        line,
        () => far.deliver(),
        async () => void (await far.accept(...batchOf(count))),
      );
    const [single, batch] = [await trips(1), await trips(BATCH)];
    const commandsBeforeSent = await commandsUntilSent(connect, far);
    const idle = await sent(5, async () => {
      for (let n = 0; n < 5; n += 1) await sweep({ ...far.ports });
    });
    const inbox = await measureInbox(connect, imap);
    return {
      accepted,
      acceptedInBatch,
      singleEmail,
      batchedEmail,
      sweep: idle,
      ...inbox.taken,
      // The proxy opens its side at once: opening a connection adds one.
      roundTrips: { single: single + 1, batch: batch + 1, poll: inbox.trips + 1 },
      commandsBeforeSent,
      memory: await measureMemory(),
    };
  } finally {
    sink.stop();
    await line.stop();
    await imap.stop();
    await (await connect()).close();
    await mongo.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Commands from a single email's wake-up to the server's 250. */
const commandsUntilSent = async (connect: Connect, { accept, mailbox, ports }: Awaited<ReturnType<typeof sendingRig>>): Promise<number> => {
  const { client } = (await connect()).raw;
  let [commands, before] = [0, 0];
  client.on("commandStarted", () => void (commands += 1));
  const open: DeliverPorts["submissions"]["open"] = async (account) => {
    const opened = await ports.submissions.open(account);
    const submit: typeof opened.submit = async (...of) => {
      const outcome = await opened.submit(...of);
      before = commands;
      return outcome;
    };
    return { open: true, close: () => opened.close(), submit };
  };
  await accept({});
  commands = 0;
  await deliverMailbox({ ...ports, submissions: { open } }, { mailboxId: mailbox.id, sendIds: [] });
  return before;
};

/** An IMAP server that this process trusts; what is trusted is remembered from the first connection on. Its key exchange is that of most mail servers. */
const startTrustedImap = async () => {
  const authority = await createAuthority();
  const certificate = { ...(await authority.issue(loopbackNames)), ecdhCurve: PLAIN_CURVE };
  setDefaultCACertificates([...getCACertificates("default"), authority.ca]);
  const store = openMailStore();
  return { store, ...(await startImap({ store, certificate, accepts: () => true })) };
};

/** Asks for a single email, as a client does, in a warm environment of the real function. */
const aClient = async (connect: Connect, { id, userId }: Mailbox) => {
  const token = `sk_live_${ids.random(32)}`;
  await mongoApiKeys(connect).insert({ id: ids.objectId(), userId, hash: hashApiKey(token), last4: "0000", createdAt: clock.now() }, 10);
  const ask = apiClient(connect, mongoAcceptedSends(connect), token, id);
  return async () => {
    const { status } = await ask("Numbers of this week", false);
    if (status !== 200 && status !== 202) throw new Error(`not accepted: ${status}`);
  };
};

const measureInbox = async (connect: Connect, imap: Awaited<ReturnType<typeof startTrustedImap>>) => {
  const { store } = imap;
  const line = await startCuttingProxy({ host: "127.0.0.1", port: imap.port });
  try {
    let port = imap.port;
    const world = syncWorld(connect, () => ({ host: "localhost", port, password: "any" }));
    const boxes = await Promise.all(Array.from({ length: POLLS }, (_, n) => world.mailbox({ email: `poll${n}@sandbox.test` })));
    for (const box of boxes) {
      const { error } = await world.pull(box);
      if (error !== "") throw new Error(error);
    }
    const polls = mongoPolls(connect);
    const ports = { ...world.ports, polls, syncQueue: { add: async () => undefined }, clock };
    const all = boxes.map(({ id }) => id);
    const work = await meter(connect, [imap.port]);
    const poll = await work(POLLS, async () => {
      const { pulls } = await probeMailboxes(ports, all, 60_000);
      if (pulls > 0) throw new Error(`${pulls} of the idle mailboxes were not quiet`);
    });
    const [first] = boxes;
    port = line.port;
    const trips = await tripsOver(line, () => probeMailboxes(ports, [first!.id], 60_000));
    port = imap.port;
    let serial = 0;
    const mailPulled = await work(PULLS, async () => {
      for (const box of boxes.slice(0, PULLS)) {
        serial += 1;
        const raw = `From: jane@peer.test\r\nTo: ${box.email}\r\nMessage-ID: <${serial}@peer.test>\r\nSubject: News\r\n\r\n${"A line of the mail's text.\r\n".repeat(80)}`;
        store.deliver(box.email, Buffer.from(raw));
        await world.pull(box);
      }
    });
    const audited = await measureAudit(connect, imap, work);
    const targets = mongoSyncTargets(connect);
    const round = { syncTargets: targets, probeQueue: { add: async () => undefined }, clock, pollMinutes: 2 };
    const targetsQueued = await work(POLLS, async () => void (await startSync(round)));
    return { trips, taken: { poll, mailPulled, audited, targetsQueued } };
  } finally {
    await line.stop();
  }
};

/** An audit that finds everything stored. */
const measureAudit = async (
  connect: Connect,
  { store, port }: Awaited<ReturnType<typeof startTrustedImap>>,
  work: Awaited<ReturnType<typeof meter>>,
): Promise<Taken> => {
  const world = syncWorld(connect, () => ({ host: "localhost", port, password: "any" }));
  const box = await world.mailbox({ email: "audited@sandbox.test" });
  const mail = (n: number) => Buffer.from(`From: jane@peer.test\r\nTo: ${box.email}\r\nMessage-ID: <a${n}@peer.test>\r\n\r\nHello\r\n`);
  for (let n = 0; n < AUDITED_MESSAGES; n += 1) store.deliver(box.email, mail(n));
  await world.pull(box, { ms: 300_000 });
  return work(
    1,
    async () => {
      await world.pull(box);
      if ((await world.ports.audits.find(box))?.last?.folders[0]?.stored !== AUDITED_MESSAGES) throw new Error("not audited");
    },
    () => world.ports.audits.ask(box),
  );
};
