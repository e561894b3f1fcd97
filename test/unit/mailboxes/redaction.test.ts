// Canaries in every secret of a mailbox, in what its servers and its database say, and whatever fails: none reaches an answer or the log (S13).
import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { configure } from "#functions/mailboxes/configure-inbox.ts";
import { connect } from "#functions/mailboxes/connect.ts";
import { get } from "#functions/mailboxes/get.ts";
import { patch } from "#functions/mailboxes/patch.ts";
import { test as testEndpoint } from "#functions/mailboxes/test.ts";
import { imapFailure } from "#shared/transports/imap/open-connection.ts";
import { smtpFailure } from "#shared/transports/smtp/submissions.ts";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { mailLogins } from "#shared/inbox/purge-mailbox.ts";
import { connectionTests } from "#shared/mailboxes/connection/connection-tests.ts";
import * as operations from "#shared/mailboxes/contract/mailboxes.ts";
import { endpoint, type EndpointDeps } from "#shared/api/http/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { memoryApiKeys, memoryIdempotency, memoryRateLimits } from "#test/support/memory/auth.ts";
import { recordedDomain } from "#test/support/recorded-domain.ts";
import { mailboxPorts } from "#test/support/mailbox-ports.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { recordingWakeUps } from "#test/support/sending-rig.ts";

const key = `sk_live_${"a1".repeat(32)}`;
const canaries = ["canary-smtp", "canary-imap", "canary-refresh", "canary-code", "canary-access", "canary-verifier".padEnd(43, "x")];
const everything = canaries.join(" ");
const settings = {
  smtp_host: "smtp.example.com",
  smtp_password: "canary-smtp",
  imap_host: "imap.example.com",
  imap_password: "canary-imap",
};
const smtpBody = { type: "smtp", email: "sales@example.com", ...settings };
const codeBody = { type: "google", code: "canary-code", redirect_uri: "https://app.example/cb", code_verifier: canaries[5] };
const refreshBody = { type: "google", refresh_token: "canary-refresh", email: "sales@example.com" };

let written: string;
beforeEach(() => {
  written = "";
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    written += String(chunk);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

/** Errors as nodemailer, imapflow and the driver throw them, each full of what must not be seen. */
const smtpRefusal = Object.assign(new Error(everything), { code: "EAUTH", response: `535 5.7.8 ${everything}` });
const imapRefusal = Object.assign(new Error(everything), {
  authenticationFailed: true,
  responseStatus: "NO",
  responseText: everything,
  response: everything,
  options: { auth: { pass: "canary-imap", accessToken: "canary-access" } },
});
const crash = Object.assign(new Error(`insert failed`), { cause: { password: "canary-smtp", token: "canary-refresh" } });

const anApi = async (facts: { logins: "refused" | "broken" | "good"; store?: "broken"; provider?: "refused" | "broken" }) => {
  const grants = { "canary-refresh": "sales@example.com" };
  const ports = mailboxPorts({ grants: facts.provider === "refused" ? {} : grants });
  ports.endpoint.down = facts.provider === "broken";
  const userId = ids.objectId();
  const apiKeys = memoryApiKeys();
  await apiKeys.insert({ id: ids.objectId(), userId, hash: hashApiKey(key), last4: "a1a1", createdAt: new Date() }, 10);
  const deps: EndpointDeps = {
    apiKeys,
    rateLimits: memoryRateLimits(),
    idempotency: memoryIdempotency(),
    clock,
    log,
    accountBucket: () => ({ burst: 50, perSecond: 10 }),
    isInMaintenance: async () => false,
    isOutage: () => false,
  };
  const broken = () => Promise.reject(crash);
  const logins = connectionTests(
    mailLogins({
      speaksTls: async () => false,
      submissions: {
        open: async () => {
          if (facts.logins === "good") return { close: () => undefined } as never;
          throw smtpFailure(facts.logins === "refused" ? smtpRefusal : new Error(everything), "login");
        },
      },
      mailReader: {
        open: async () => {
          if (facts.logins === "good") return { close: () => undefined, open: async () => undefined } as never;
          throw imapFailure(facts.logins === "refused" ? imapRefusal : new Error(everything));
        },
      },
    }),
  );
  const mailboxes = facts.store === "broken" ? { ...ports.mailboxes, insert: broken, update: broken } : ports.mailboxes;
  const { deliveries, eventOutbox } = memorySending();
  const discovery = recordedDomain({}).ports;
  return { ...ports, discovery, mailboxes, connectionTests: logins, deps, deliveries, eventOutbox, log, wakeUps: recordingWakeUps() };
};

const handlers = ({ deps, ...ports }: Awaited<ReturnType<typeof anApi>>) => ({
  connect: endpoint(deps, operations.connectMailbox, connect(ports)),
  get: endpoint(deps, operations.getMailbox, get(ports)),
  patch: endpoint(deps, operations.patchMailbox, patch(ports)),
  test: endpoint(deps, operations.testMailbox, testEndpoint(ports)),
  configure: endpoint(deps, operations.configureInbox, configure(ports)),
});

const call = async (handler: ReturnType<typeof endpoint>, method: string, body?: object, id?: string) => {
  const http = { method, path: "/", protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "test" };
  const event = {
    headers: { "x-api-key": key, "content-type": "application/json" },
    requestContext: { requestId: "request-1", http },
    rawPath: "/v1/mailboxes",
    rawQueryString: "",
    isBase64Encoded: false,
    ...(id !== undefined && { pathParameters: { id } }),
    ...(body && { body: JSON.stringify(body) }),
  } as unknown as Event;
  const answer = await handler(event, { getRemainingTimeInMillis: () => 29_000 } as never);
  return { status: answer.statusCode, text: JSON.stringify(answer), body: JSON.parse(answer.body ?? "{}") as { id?: string } };
};

const expectNoCanary = (...texts: string[]) => {
  for (const text of [...texts, written]) for (const canary of [...canaries, key]) expect(text).not.toContain(canary);
};

it.each([
  ["smtp logins refused", smtpBody, { logins: "refused" }, 400],
  ["smtp logins broken", smtpBody, { logins: "broken" }, 400],
  ["a database that fails", smtpBody, { logins: "good", store: "broken" }, 500],
  ["a code refused", codeBody, { logins: "good", provider: "refused" }, 400],
  ["a refresh token refused", refreshBody, { logins: "good", provider: "refused" }, 400],
  ["a token endpoint down", refreshBody, { logins: "good", provider: "broken" }, 400],
  ["OAuth logins refused", refreshBody, { logins: "refused" }, 400],
  ["a database that fails for OAuth", refreshBody, { logins: "good", store: "broken" }, 500],
  ["fields of the wrong kind", { ...smtpBody, smtp_password: ["canary-smtp"], surprise: "canary-imap" }, { logins: "good" }, 400],
  ["an invalid verifier", { ...codeBody, code_verifier: "canary-smtp" }, { logins: "good" }, 400],
] as const)("connecting shows no secret with %s", async (_what, body, facts, status) => {
  const answer = await call(handlers(await anApi(facts)).connect, "POST", body);

  expect(answer.status).toBe(status);
  expect(written.includes("request failed")).toBe(status === 500);
  expectNoCanary(answer.text);
});

it("a connected mailbox shows no secret in any of its answers, nor when its credentials fail later", async () => {
  const ports = await anApi({ logins: "good" });
  const good = handlers(ports);
  const refusing = handlers({ ...ports, connectionTests: (await anApi({ logins: "refused" })).connectionTests });

  const connected = await call(good.connect, "POST", smtpBody);
  const id = connected.body.id ?? "";
  const answers = [
    connected,
    await call(good.get, "GET", undefined, id),
    await call(refusing.test, "POST", undefined, id),
    await call(refusing.patch, "PATCH", { smtp_password: "canary-smtp" }, id),
    await call(good.patch, "PATCH", { smtp_password: "canary-smtp" }, id),
    await call(refusing.configure, "POST", { imap_password: "canary-imap" }, id),
    await call(good.configure, "POST", { imap_password: "canary-imap" }, id),
  ];

  expect(answers.map(({ status }) => status)).toEqual([201, 200, 502, 400, 200, 400, 200]);
  expectNoCanary(...answers.map(({ text }) => text));
});

it("the log redacts secrets by name and API keys anywhere, also in causes", () => {
  const cause = new Error(`for ${key}`);
  log.error("failed", { error: new Error("outer", { cause }), smtpPassword: "canary-smtp", grant: { refreshToken: "canary-refresh" } });

  expect(written).toContain("outer");
  expectNoCanary();
});
