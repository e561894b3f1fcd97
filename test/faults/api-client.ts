import { inspect } from "node:util";
import type { APIGatewayProxyEventV2 as Event, Context } from "aws-lambda";
import { send as sendFunction } from "#functions/sending/send.ts";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { type Connect, isOutage } from "#shared/platform/mongo/database.ts";
import { mongoIdempotency, mongoRateLimits } from "#shared/accounts/store/requests.ts";
import { mongoIpRegistry } from "#shared/mailboxes/store/mailboxes.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { sendEmail } from "#shared/sending/contract/send-email.ts";
import { endpoint } from "#shared/api/http/endpoint.ts";
import type { AcceptedSends } from "#shared/sending/ports/acceptance.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { recordingLog, recordingWakeUps } from "#test/support/sending-rig.ts";
import { unsubscribeLinks } from "#test/support/memory/sending.ts";

/** A keyring of tests. */
export const keyring = async () => ({ current: "k1", keys: { k1: Buffer.alloc(32, 7).toString("base64") } });

/** What a client saw of one request. */
export interface Seen {
  /** Names what the client wanted sent; repeated requests for the same have the same. */
  readonly label: string;
  readonly status: number;
  readonly ms: number;
  /** Of the send, where the answer has one. */
  readonly id: string | undefined;
  /** What the function logged of its failure. */
  readonly error: string;
}

/** A POST /v1/send in one environment of the real function over a real database; the label is the subject, and with `keyed` the Idempotency-Key. */
export const apiClient = (connect: Connect, acceptedSends: AcceptedSends, apiKey: string, mailboxId: string) => {
  let logged: unknown;
  const deps = {
    apiKeys: mongoApiKeys(connect),
    rateLimits: mongoRateLimits(connect),
    idempotency: mongoIdempotency(connect),
    clock,
    log: { ...recordingLog(), error: (_: string, facts?: { readonly error?: unknown }) => void (logged = facts?.error) },
    accountBucket: () => ({ burst: 1_000_000, perSecond: 1_000_000 }),
    isInMaintenance: async () => false,
    isOutage,
  };
  const handler = endpoint(
    deps,
    sendEmail,
    sendFunction({
      mailboxes: mongoSealedMailboxes(connect, keyring),
      ips: mongoIpRegistry(connect, keyring),
      acceptedSends,
      suppressions: mongoSuppressions(connect),
      unsubscribeLinks,
      wakeUps: recordingWakeUps(),
      clock,
      ids,
    }),
  );
  return async (label: string, keyed: boolean): Promise<Seen> => {
    const event = {
      version: "2.0",
      rawPath: "/v1/send",
      rawQueryString: "",
      headers: { "x-api-key": apiKey, "content-type": "application/json", ...(keyed && { "idempotency-key": label }) },
      isBase64Encoded: false,
      body: JSON.stringify({ mailbox_id: mailboxId, to: "jane@example.net", subject: label, body_text: "Hi" }),
      requestContext: { requestId: "r", http: { method: "POST", path: "/v1/send", sourceIp: "127.0.0.1" } },
    } as unknown as Event;
    const since = Date.now();
    logged = undefined;
    const answer = await handler(event, {} as Context & { userId: string });
    const { id } = JSON.parse(answer.body ?? "{}") as { id?: string };
    const error = logged === undefined ? "" : inspect(logged, { depth: 3 });
    return { label, status: answer.statusCode ?? 0, ms: Date.now() - since, id: answer.statusCode === 200 ? id : undefined, error };
  };
};
