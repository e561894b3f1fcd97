import type { APIGatewayProxyEventV2 as Event, Context } from "aws-lambda";
import { send as sendFunction } from "#functions/sending/send.ts";
import { mongoIdempotency } from "#shared/accounts/store/requests.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { sendEmail } from "#shared/sending/contract/send-email.ts";
import { endpoint } from "#shared/api/http/endpoint.ts";
import type { AcceptedSends } from "#shared/sending/ports/acceptance.ts";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { clock, ids } from "#shared/platform/system.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import { emptyReport, remark, type Report, sumOf } from "../report.ts";
import { unsubscribeLinks } from "#test/support/memory/sending.ts";

const KEY = `sk_live_${"a".repeat(64)}`;

const eventOf = (body: unknown, idempotencyKey: string | undefined): Event =>
  ({
    version: "2.0",
    rawPath: "/v1/send",
    rawQueryString: "",
    headers: { "x-api-key": KEY, "content-type": "application/json", ...(idempotencyKey && { "idempotency-key": idempotencyKey }) },
    isBase64Encoded: false,
    body: JSON.stringify(body),
    requestContext: { requestId: "r", http: { method: "POST", path: "/v1/send", sourceIp: "127.0.0.1" } },
  }) as unknown as Event;

/** The client's connection breaks before, or after, the answer was made; it repeats until it has one. */
const repeat = async (context: FaultContext, keyed: boolean): Promise<Report> => {
  const rig = await context.rig({ smtp: { port: 9 } });
  const { userId } = rig.mailbox;
  const real = mongoAcceptedSends(context.connect);
  const failures = [context.random() < 0.5, context.random() < 0.5];
  const acceptedSends: AcceptedSends = {
    accept: async (...facts) => {
      const before = failures.pop();
      if (before === true) throw new Error("the database went away before the commit");
      const count = await real.accept(...facts);
      if (before === false) throw new Error("the function died after the commit");
      return count;
    },
  };
  const key = { id: ids.objectId(), userId, hash: hashApiKey(KEY), last4: "aaaa", createdAt: new Date() };
  const deps = {
    apiKeys: { findByHash: async () => key, touch: async () => undefined },
    rateLimits: { take: async () => ({ wait: 0, left: 1 }) },
    idempotency: mongoIdempotency(context.connect),
    clock,
    log: rig.log,
    accountBucket: () => ({ burst: 1, perSecond: 1 }),
    isInMaintenance: async () => false,
    isOutage: () => false,
  };
  const { mailboxes, wakeUps, ports } = rig;
  const { suppressions } = ports;
  const handler = endpoint(
    deps,
    sendEmail,
    sendFunction({
      mailboxes,
      ips: { list: async () => [] },
      acceptedSends,
      suppressions,
      unsubscribeLinks,
      wakeUps,
      clock,
      ids,
    }),
  );
  const body = { mailbox_id: rig.mailbox.id, to: "jane@example.net", subject: "Hi", body_text: "Hi" };
  const answers = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const answer = await handler(eventOf(body, keyed ? "key-1" : undefined), {} as Context & { userId: string; request: never });
    answers.push(`${answer.statusCode} ${answer.statusCode === 200 ? (JSON.parse(answer.body ?? "") as { id: string }).id : ""}`);
  }
  const wallet = await mongoWallets(context.connect).find(userId);
  const charged = 1000 - (wallet?.balance ?? 0);
  const stored = await rig.sends.list(userId, {}, { limit: 50, offset: 0 });
  const told = new Set(answers.filter((answer) => answer.startsWith("200")));
  const wrong = keyed ? charged !== 1 || stored.length !== 1 || told.size !== 1 : charged !== stored.length || charged < told.size;
  return remark(
    { ...emptyReport, acknowledged: told.size, duplicated: keyed ? charged - 1 : 0 },
    ...(wrong ? [`charged ${charged}, stored ${stored.length}, answers ${answers.join(", ")}`] : []),
  );
};

/** T21: a client that repeats its request after broken connections: with an Idempotency-Key one send and one charge; without, a charge for each send. */
export const t21: FaultTest = {
  id: "T21",
  title: "requests repeated after broken connections",
  mutants: [],
  run: async (context) => {
    const reports: Report[] = [];
    for (let round = 0; round < 10 * context.scale; round += 1) reports.push(await repeat(context, true), await repeat(context, false));
    return sumOf(reports);
  },
};
