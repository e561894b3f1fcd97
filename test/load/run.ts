/** `npm run load [-- --short]`: mailboxes are polled every two minutes on the local system while emails go out; each leaves once, no poll is late, memory stays flat. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import tls from "node:tls";
import { runSystem } from "#test/support/running-system.ts";
import { startSink } from "../bench/sink.ts";

const isShort = process.argv.includes("--short");
const MAILBOXES = isShort ? 200 : 2_000;
const EMAILS = isShort ? 5_000 : 100_000;
const LASTS_MS = (isShort ? 2 : 15) * 60_000;
/** Emails go out over most of the time, so many a request. */
const SENDING_SHARE = 0.8;
const BATCH = 100;
const LOOK_MS = 5_000;
/** What is still on its way then is lost. */
const TIME_LIMIT_MS = 180_000;
const OLDEST_POLL_S = 130;
/** The last third of the time may take so much more memory than the third before it. */
const MEMORY_GROWTH = 1.15;
const SIDE_BY_SIDE = 8;
const MB = 2 ** 20;

const startImapProcess = async () => {
  const child = fork(new URL("../bench/imap-process.ts", import.meta.url));
  const [{ port, ca }] = (await once(child, "message")) as [{ readonly port: number; readonly ca: string }];
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), ca]);
  return { port, stop: () => child.disconnect() };
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const imap = await startImapProcess();
const sink = await startSink();
const system = await runSystem();
await system.topUpOther(EMAILS);
const servers = { smtp_host: "127.0.0.1", smtp_port: sink.port, imap_host: "127.0.0.1", imap_port: imap.port, max_daily_sends: 1_000_000 };
const ids: string[] = [];
const numbers = Array.from({ length: MAILBOXES }).keys();
await Promise.all(
  Array.from({ length: SIDE_BY_SIDE }, async () => {
    for (const n of numbers) ids.push(await system.connect(`box${n}@sandbox.test`, servers, system.callAsOther));
  }),
);
console.log(`${MAILBOXES} mailboxes are connected`);

const { connect } = await import("#shared/platform/wiring/database.ts");
const mailboxes = (await connect()).raw.collection("mailboxes");
const oldestPoll = async (): Promise<number> => {
  const now = Date.now();
  const rows = await mailboxes.find({}, { projection: { inboxLastSyncAt: 1, inboxEnabledAt: 1 } }).toArray();
  const polledAt = rows.flatMap(({ inboxLastSyncAt, inboxEnabledAt }) => {
    const at = (inboxLastSyncAt ?? inboxEnabledAt) as Date | undefined;
    return at ? [Math.max(at.getTime(), started)] : [];
  });
  return (now - Math.min(now, ...polledAt)) / 1000;
};

const started = Date.now();
let [sent, oldest] = [0, 0];
const memory: number[] = [];
const refused: string[] = [];
const sending = async (): Promise<void> => {
  for (; sent < EMAILS; sent += BATCH) {
    const due = started + (sent / EMAILS) * LASTS_MS * SENDING_SHARE;
    await pause(Math.max(0, due - Date.now()));
    const emails = Array.from({ length: BATCH }, (_, n) => ({
      mailbox_id: ids[(sent + n * 7) % ids.length],
      to: `jane${sent + n}@example.net`,
      subject: `Number ${sent + n}`,
      body_text: "Shall we talk on Tuesday?",
    }));
    const { status, body } = await system.callAsOther("POST", "/v1/send/batch", { emails });
    const bad = (body?.results as { readonly status: string }[] | undefined)?.filter((result) => result.status !== "queued").length;
    if (bad !== 0) refused.push(`${status}: ${JSON.stringify(body).slice(0, 200)}`);
  }
};
const watching = async (): Promise<void> => {
  while (Date.now() < started + LASTS_MS) {
    await pause(LOOK_MS);
    oldest = Math.max(oldest, await oldestPoll());
    memory.push(process.memoryUsage().rss / MB);
  }
};
await Promise.all([sending(), watching()]);
const lastLook = Date.now() + TIME_LIMIT_MS;
while ((await sink.counts()).accepted < EMAILS && Date.now() < lastLook) await pause(LOOK_MS);
// Whatever is sent twice has had time to come.
await pause(LOOK_MS);
const { accepted, distinct } = await sink.counts();
const third = Math.floor(memory.length / 3);
const [before, after] = [mean(memory.slice(third, 2 * third)), mean(memory.slice(-third))];
const findings = [
  ...refused,
  ...(distinct < EMAILS ? [`${EMAILS - distinct} emails are lost`] : []),
  ...(accepted > distinct ? [`${accepted - distinct} emails were sent twice`] : []),
  ...(oldest > OLDEST_POLL_S ? [`a mailbox waited ${Math.round(oldest)} s for its poll`] : []),
  ...(!isShort && after > before * MEMORY_GROWTH ? [`memory grew from ${Math.round(before)} to ${Math.round(after)} MB`] : []),
];
console.log(`${distinct} of ${EMAILS} emails arrived, ${accepted - distinct} twice; oldest poll ${Math.round(oldest)} s`);
console.log(`memory ${Math.round(before)} MB in the second third, ${Math.round(after)} MB in the last`);
for (const finding of findings) console.log(`FOUND: ${finding}`);
sink.stop();
imap.stop();
await system.stop();
process.exit(findings.length === 0 ? 0 : 1);
