// Sends through a server that cuts, delays, doubles and refuses, with our client: each email must be accepted once and paid once.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "../../shared/client/index.ts";
import { listenOnLoopback } from "../../infra/local/socket-input.ts";
import { mailboxAt } from "../support/client.ts";
import { randomBy } from "../support/random.ts";
import type { Target } from "../support/target.ts";

/** Of a hundred requests so many suffer each fault; the others pass. */
const FAULTS = { cut: 5, "answer lost": 5, late: 1, doubled: 5, "429": 5, "503": 5 } as const;
type Fault = keyof typeof FAULTS;

/** The client gives a try so long; a late answer takes longer. */
const TIMEOUT_MS = 5_000;
const LATE_MS = 5_500;
const AT_ONCE = 12;

const faultOf = (random: number): Fault | undefined => {
  let below = 0;
  return (Object.keys(FAULTS) as Fault[]).find((fault) => random * 100 < (below += FAULTS[fault]));
};

const refuse = (response: ServerResponse, status: number, type: string): void => {
  const body = JSON.stringify({ error: "Error", message: "A fault of the test", code: status, type });
  response.writeHead(status, { "content-type": "application/json", ...(status === 429 && { "retry-after": "0" }) }).end(body);
};

/** A server in front of the system's that makes faults; counts them. */
const badServer = async (url: string, random: () => number) => {
  const made: Record<string, number> = {};
  /** How often each call was tried, by its Idempotency-Key. */
  const tries = new Map<string, number>();
  const forward = async ({ method = "GET", url: path = "/", headers }: IncomingMessage, body: Buffer): Promise<Response> => {
    const own = Object.fromEntries(Object.entries(headers).filter(([name]) => /^(x-api-key|content-type|idempotency-key)$/.test(name)));
    return fetch(`${url}${path}`, {
      method,
      headers: own as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
  };
  const pass = async (response: ServerResponse, answer: Response): Promise<void> => {
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const fault = request.method === "POST" ? faultOf(random()) : undefined;
    const key = String(request.headers["idempotency-key"]);
    if (request.method === "POST") tries.set(key, (tries.get(key) ?? 0) + 1);
    if (fault) made[fault] = (made[fault] ?? 0) + 1;
    if (fault === "cut") return void request.socket.destroy();
    if (fault === "429") return refuse(response, 429, "rate_limited");
    if (fault === "503") return refuse(response, 503, "unavailable");
    const twice = fault === "doubled" ? forward(request, body) : undefined;
    const answer = await forward(request, body);
    await twice?.then((other) => other.arrayBuffer());
    if (fault === "answer lost") return void request.socket.destroy();
    if (fault === "late") await sleep(LATE_MS);
    return pass(response, answer);
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => request.socket.destroy()));
  const port = await listenOnLoopback(server);
  return { url: `http://127.0.0.1:${port}`, made, tries, stop: () => void (server.closeAllConnections(), server.close()) };
};

/** How many calls needed how many tries, and how often each fault was made, as lines of a table. */
const tableOf = (made: Readonly<Record<string, number>>, tries: ReadonlyMap<string, number>): string => {
  const byTries = [...Map.groupBy(tries.values(), (count) => count)].toSorted(([a], [b]) => a - b);
  const rows = [
    ...Object.entries(made).map(([fault, count]) => [`requests with the fault "${fault}"`, count] as const),
    ...byTries.map(([count, calls]) => [`calls that took ${count} ${count === 1 ? "try" : "tries"}`, calls.length] as const),
  ];
  return rows.map(([what, count]) => `  ${what.padEnd(40)}${String(count).padStart(8)}`).join("\n");
};

/** Sends `calls` emails through the bad server; true when each was accepted once, and paid once. Prints what happened. */
export const nothingSentTwice = async (target: Target, calls: number, seed: number): Promise<boolean> => {
  const direct = createClient({ baseUrl: target.url, apiKey: target.key });
  const mailbox = await direct.mailboxes.connect(
    mailboxAt(target.mail, `bad${seed}@sandbox.test`) as Parameters<typeof direct.mailboxes.connect>[0],
  );
  const { balance: before } = await direct.credits.get();
  const server = await badServer(target.url, randomBy(seed));
  const client = createClient({ baseUrl: server.url, apiKey: target.key, timeoutMs: TIMEOUT_MS, maxRetries: 30 });
  const later = new Date(Date.now() + 30 * 86_400_000);
  let next = 0;
  let failed = 0;
  const worker = async (): Promise<void> => {
    for (let number = next++; number < calls; number = next++) {
      const email = {
        mailbox_id: mailbox.id,
        to: "jane@sandbox.test",
        subject: `Email ${number}`,
        body_text: "Hello",
        scheduled_at: later,
      };
      await client.sends.create(email).catch((error: unknown) => {
        failed += 1;
        console.log(number, error);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  server.stop();
  const subjects: string[] = [];
  for await (const { subject } of direct.sends.list({ mailbox_id: mailbox.id, limit: 200 })) subjects.push(subject);
  const paid = before - (await direct.credits.get()).balance;
  console.log(`bad server, seed ${seed}: ${calls} calls, ${server.tries.size} keys\n${tableOf(server.made, server.tries)}`);
  console.log(`  ${failed} failed, ${subjects.length} accepted, ${subjects.length - new Set(subjects).size} twice, ${paid} credits paid`);
  return failed === 0 && server.tries.size === calls && subjects.length === calls && new Set(subjects).size === calls && paid === calls;
};
