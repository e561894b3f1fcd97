import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";
import type { LedgerDocument } from "#shared/accounts/store/users.ts";
import { draftsOf } from "#test/support/sending-stores.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";
import { cpuMeter } from "./cpu.ts";
import { emails } from "./emails.ts";
import { median, type Row } from "./row.ts";

const BATCH = 1000;
const ROUNDS = 9;
const SINGLES = 200;
/** Requests that only warm up: an environment on Lambda has served many. */
const WARM_UP = 500;
/** Far enough that nothing is delivered meanwhile, near enough for a queue's delay. */
const LATER_MS = 600_000;

const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** Posts bytes over a kept connection. `fetch` copies them three times, and whose time the garbage takes is chance. */
const poster = ({ url, apiKey }: Pick<RunningSystem, "url" | "apiKey">) => {
  const agent = new Agent({ keepAlive: true });
  const headers = { "content-type": "application/json", "x-api-key": apiKey };
  return (path: string, body: Buffer) =>
    new Promise<unknown>((done, failed) => {
      const sent = request(`${url}${path}`, { method: "POST", agent, headers: { ...headers, "content-length": body.length } });
      sent.on("response", (answer) => void json(answer).then(done, failed)).on("error", failed);
      sent.end(body);
    });
};

/** A batch of 1000 over HTTP against one transaction that inserts the same documents into the same database; a single send against the same for one. */
export const bench = async (): Promise<readonly Row[]> => {
  const system = await runSystem();
  try {
    const { connect } = await import("#shared/platform/wiring/database.ts");
    const { bodyDocument, sendBodiesOf, sendDocument, sendsOf } = await import("#shared/sending/store/send-documents.ts");
    const wallets = await import("#shared/accounts/store/users.ts");
    const database = await connect();
    const mailbox = await system.connect("bench@example.com", { max_daily_sends: 1_000_000 });
    const scheduled_at = () => new Date(Date.now() + LATER_MS);
    const requests = (count: number) =>
      emails(mailbox, count, "example.net").map((email) => ({ ...email, scheduled_at: scheduled_at().toISOString() }));
    const documents = (count: number) => {
      const box = aMailbox({});
      const drafts = draftsOf(
        box.userId,
        emails(box.id, count, "example.net").map(({ to, subject, body_text, body_html }) => ({
          toEmail: to,
          subject,
          text: body_text,
          html: body_html,
          scheduledAt: scheduled_at(),
        })),
        box,
      );
      const sends = drafts.map(({ send }) => sendDocument(send));
      const charges = sends.map(
        ({ _id, userId, createdAt }, n) =>
          ({ _id, userId, type: "charge", amount: 1, balanceAfter: count - n, sendId: _id, createdAt }) as LedgerDocument,
      );
      return { sends, bodies: drafts.map(bodyDocument), charges };
    };
    // As the floor's documents, the request's bytes are made outside the clock.
    const bytes = (body: unknown) => Buffer.from(JSON.stringify(body));
    const send = poster(system);
    const post = async (path: string, body: Buffer) => {
      const answer = (await send(path, body)) as { readonly status?: string; readonly results?: readonly { readonly status: string }[] };
      const ok = answer.status === "scheduled" || answer.results?.every(({ status }) => status === "scheduled");
      if (!ok) throw new Error(`not accepted: ${JSON.stringify(answer).slice(0, 300)}`);
    };
    const bare = ({ sends, bodies, charges }: ReturnType<typeof documents>) =>
      database.transaction(async (session) => {
        await sendsOf(database).insertMany(sends, { session });
        await sendBodiesOf(database).insertMany(bodies, { session });
        await wallets.ledgerOf(database).insertMany(charges, { session });
      });

    await post("/v1/send/batch", bytes({ emails: requests(BATCH) }));
    const floor: number[] = [];
    const ours: number[] = [];
    const cpus: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ready = documents(BATCH);
      floor.push(await msOf(() => bare(ready)));
      const body = bytes({ emails: requests(BATCH) });
      const cpu = cpuMeter();
      ours.push(await msOf(() => post("/v1/send/batch", body)));
      cpus.push(cpu().own);
    }
    const insert: number[] = [];
    const single: number[] = [];
    for (let n = 0; n < WARM_UP; n += 1) {
      await bare(documents(1));
      await post("/v1/send", bytes(requests(1)[0]));
    }
    const singleCpu = cpuMeter();
    for (let n = 0; n < SINGLES; n += 1) {
      const ready = documents(1);
      insert.push(await msOf(() => bare(ready)));
      const body = bytes(requests(1)[0]);
      single.push(await msOf(() => post("/v1/send", body)));
    }
    const perSend = singleCpu().own / SINGLES;
    const perSecond = (ms: readonly number[]) => (BATCH / median(ms)) * 1000;
    return [
      {
        name: "accept: batch of 1000 over HTTP",
        unit: "emails/s",
        ours: perSecond(ours),
        floor: perSecond(floor),
        target: 0.5,
        note: `${median(ours).toFixed(0)} ms a batch, ${(median(cpus) / BATCH).toFixed(3)} cpu ms per email in the system and its client`,
      },
      {
        name: "accept: a single send, p50",
        unit: "ms",
        ours: median(single),
        floor: median(insert),
        note: `${perSend.toFixed(2)} cpu ms per send in the system and its client`,
      },
    ];
  } finally {
    await system.stop();
  }
};
