// Maintenance over every operation of the table, and over the workers.
import type { SQSEvent } from "aws-lambda";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { connectApi } from "#infra/local/demo/play.ts";
import { queueHandler, runScheduled } from "#infra/local/functions.ts";
import type { Job } from "#shared/service/job.ts";
import { jobs } from "#shared/service/jobs.ts";
import { operations } from "#shared/service/operations.ts";
import { type Database, setMaintenance } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { syncStatesOf } from "#shared/inbox/store/sync-states.ts";
import { logSink } from "#shared/platform/log.ts";
import { until } from "#test/support/client.ts";
import { bodyFor, kindOf, pathFor } from "#test/support/requests.ts";
import { openTarget, type Owned, ownEverything, type Target } from "#test/support/target.ts";

let target: Target;
let mine: Owned;
let database: Database;
/** A key of the test world, for the operations that need one. */
let testKey: string;
/** Sends that were accepted before. */
let waiting: string[];

const ask = async ({ id, method, path, form, mode }: (typeof operations)[number]) => {
  const kind = kindOf(path);
  const body = form ? "List-Unsubscribe=One-Click" : JSON.stringify(bodyFor(id, target, mine.mailbox));
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  const answer = await fetch(`${target.url}${pathFor(path, kind ? mine[kind] : "0123456789abcdef01234567")}`, {
    method,
    headers: { "x-api-key": mode === "test" ? testKey : target.key, ...(body === undefined ? {} : { "content-type": type }) },
    ...(method === "GET" || body === undefined ? {} : { body }),
  });
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
};

const isRefused = async () =>
  (await fetch(`${target.url}/v1/webhooks`, { method: "POST", headers: { "x-api-key": target.key } })).status === 503;
const switchTo = async (isOn: boolean) => {
  await setMaintenance(database, isOn);
  await until(async () => ((await isRefused()) === isOn ? true : undefined));
};
const statusOf = async (id: string) => (await connectApi(target.url, target.key).get(`/v1/send/${id}`)).status;
const give = (job: string, message: object) =>
  queueHandler(job)({ Records: [{ messageId: "one", body: JSON.stringify(message) }] } as unknown as SQSEvent);
const wake = (...sendIds: string[]) => give("jobs/deliver", { job: "deliver", mailboxId: mine.mailbox, sendIds });
const acknowledged = { batchItemFailures: [] };
/** Makes every mailbox due. */
const forgetPolls = async () => {
  await syncStatesOf(database).updateMany({}, { $unset: { queuedUntil: "", retryAt: "" } });
  await database.collection("mailboxes").updateMany({}, { $unset: { inboxLastSyncAt: "" } });
};
const polled = () => database.collection("mailboxes").countDocuments({ inboxLastSyncAt: { $exists: true } });
const queued = () => syncStatesOf(database).countDocuments({ queuedUntil: { $exists: true } });

beforeAll(async () => {
  target = await openTarget();
  const api = connectApi(target.url, target.key);
  testKey = (await api.post("/v1/api-keys", { name: "world", scopes: ["send", "read", "admin"], mode: "test" })).token;
  mine = await ownEverything(target, api, "maintenance@sandbox.test");
  const { connect } = await import("#shared/platform/wiring/database.ts");
  database = await connect();
  const soon = { mailbox_id: mine.mailbox, to: "someone@sandbox.test", subject: "Soon", body_text: "Hi" };
  const scheduled_at = new Date(Date.now() + 7_000).toISOString();
  waiting = (await Promise.all([0, 1].map(() => api.post("/v1/send", { ...soon, scheduled_at })))).map(({ id }) => id);
  await switchTo(true);
}, 60_000);
afterAll(() => target?.stop());

const writes = operations.filter(({ method, id }) => method !== "GET" && id !== "suppressions/unsubscribe");
const others = operations.filter((operation) => !writes.includes(operation));
const named = <O extends { readonly id: string }>(list: readonly O[]) => list.map((operation) => [operation.id, operation] as const);

it.each(named(writes))("answers 503 with Retry-After: %s", async (_id, operation) => {
  const { status, retryAfter, text } = await ask(operation);

  expect(status).toBe(503);
  expect(retryAfter).toBe("60");
  expect(JSON.parse(text)).toEqual({
    error: "Service Unavailable",
    message: "The service is in maintenance: reading works, changes do not; try again later",
    code: 503,
    type: "unavailable",
    requestId: expect.any(String),
  });
});

it.each(named(others))("goes on: %s", async (_id, operation) => {
  const { status, text } = await ask(operation);

  expect(status, text).not.toBe(503);
  expect(status, text).toBeLessThan(500);
});

it("answers with the metrics that are counted, says that there is more, and counts nothing", async () => {
  const cursors = () => database.collection("metricsCursors").find().toArray();
  const before = await cursors();

  const metrics = await connectApi(target.url, target.key).get("/v1/metrics");

  expect([metrics.caught_up, metrics.totals.accepted]).toEqual([false, 0]);
  expect(await cursors()).toEqual(before);
});

it("opens no session of the console", async () => {
  const { status } = await fetch(`${target.url}/console/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: target.key }),
  });

  expect(status).toBe(503);
});

it("tells a client without a valid key nothing else than before", async () => {
  const { status } = await fetch(`${target.url}/v1/webhooks`, { method: "POST" });

  expect(status).toBe(401);
});

const startedByQueueOrSchedule = (jobs as readonly Job[]).filter(({ source }) => !("at" in source));
it.each(startedByQueueOrSchedule.map((job) => [job.id, job] as const))("leaves all of its work undone: %s", async (id, { example }) => {
  // The local system calls these functions too, so the lines of this call are known by its id.
  const awsRequestId = `maintenance ${id}`;
  const written = vi.spyOn(logSink, "write").mockReturnValue();
  vi.stubEnv("LOG_LEVEL", "info");
  const { handler } = await import(/* @vite-ignore */ new URL(`../../../functions/${id}.ts`, import.meta.url).href);

  const answer = await handler(example ? { Records: [{ messageId: "one", body: JSON.stringify(example) }] } : {}, { awsRequestId });

  const lines = written.mock.calls.map(([line]) => JSON.parse(line));
  written.mockRestore();
  vi.unstubAllEnvs();
  expect(answer).toEqual(example ? acknowledged : undefined);
  expect(lines.filter((line) => line.awsRequestId === awsRequestId).map(({ event }) => event)).toEqual(["left undone in maintenance"]);
});

it("acknowledges messages without work and starts no poll; what was due is delivered once it has ended", async () => {
  const [first = "", second = ""] = waiting;
  const { scheduled_at } = await connectApi(target.url, target.key).get(`/v1/send/${first}`);
  await until(() => (Date.now() > Date.parse(scheduled_at) + 500 ? true : undefined));
  await forgetPolls();

  expect(await wake(...waiting)).toEqual(acknowledged);
  expect(await give("jobs/sync-mailbox", { mailboxId: mine.mailbox })).toEqual(acknowledged);
  await runScheduled("jobs/start-sync");
  expect([await statusOf(first), await statusOf(second), await polled(), await queued()]).toEqual(["scheduled", "scheduled", 0, 0]);
  expect(await database.collection("sends").countDocuments({ _id: { $in: waiting.map(oid) }, firstEta: { $exists: true } })).toBe(0);

  await switchTo(false);
  await wake(...waiting);
  await until(async () => ((await statusOf(second)) === "sent" ? true : undefined));
  await give("jobs/sync-mailbox", { mailboxId: mine.mailbox });
  expect([await statusOf(first), await polled()]).toEqual(["sent", 1]);
  await forgetPolls();
  await runScheduled("jobs/start-sync");
  expect(await queued()).toBeGreaterThan(0);
});
