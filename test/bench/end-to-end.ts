import { setTimeout as pause } from "node:timers/promises";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";
import { cpuMeter } from "./cpu.ts";
import { emails } from "./emails.ts";
import { median, type Row } from "./row.ts";

const BATCH = 1000;
const ROUNDS = 7;
const LOOK_MS = 5;
const FROM = "bench@example.com";

/** A batch of 1000 to one mailbox, from the request to the last 250 of the sandbox's server; everything on this machine. */
export const bench = async (): Promise<readonly Row[]> => {
  const system = await runSystem();
  try {
    const mailbox = await system.connect(FROM, { max_daily_sends: 100_000 });
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await run(system, mailbox, round));
    const of = (fact: keyof (typeof rounds)[number]) => median(rounds.map((facts) => facts[fact]));
    const cpu = `cpu ms per email, copies in the Sent folder included: system and mail provider ${of("own").toFixed(2)}, database ${of("children").toFixed(2)}`;
    return [
      { name: "end to end: batch of 1000 to the last 250", unit: "emails/s", ours: of("delivered"), target: 500, note: cpu },
      { name: "end to end: batch of 1000 accepted", unit: "emails/s", ours: of("accepted") },
      { name: "end to end: copies filed, all at rest", unit: "emails/s", ours: of("filed") },
    ];
  } finally {
    await system.stop();
  }
};

const run = async ({ call, store }: RunningSystem, mailbox: string, round: number) => {
  const domain = `round${round}.example.net`;
  const batch = emails(mailbox, BATCH, domain);
  const cpu = cpuMeter();
  const started = performance.now();
  const perSecond = () => BATCH / ((performance.now() - started) / 1000);
  const { status, body } = await call("POST", "/v1/send/batch", { emails: batch });
  if (body.total !== BATCH || body.results.some(({ status: of }: { readonly status: string }) => of !== "queued"))
    throw new Error(`not accepted: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  const accepted = perSecond();
  const arrived = ({ to }: { readonly to: string }) => (store.folder(to, "INBOX")?.messages.length ?? 0) > 0;
  for (let left = batch; left.length > 0; left = left.filter((email) => !arrived(email))) await pause(LOOK_MS);
  const delivered = perSecond();
  while ((store.folder(FROM, "Sent")?.messages.length ?? 0) < (round + 1) * BATCH) await pause(LOOK_MS);
  const filed = perSecond();
  const { own, children } = cpu();
  return { accepted, delivered, filed, own: own / BATCH, children: children / BATCH };
};
