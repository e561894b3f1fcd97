// What the alarms' samples run: the code that writes the lines which make alarms ring, or not.
import { randomBytes } from "node:crypto";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import * as z from "zod/mini";
import { log } from "#shared/platform/log.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { aPullWorld, mails } from "#test/support/pull-world.ts";
import { anEmail } from "#test/support/sending-rig.ts";
import { operation } from "#shared/api/operation.ts";
import type { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { seal, unseal } from "#shared/platform/credentials.ts";
import { draftSend } from "#shared/sending/accept/draft.ts";
import { deliverClaim } from "#shared/sending/deliver/deliver-claim.ts";
import { undecidedMailOf } from "#shared/sending/deliver/refused-mail.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import { lookUpUnknown } from "#shared/sending/deliver/look-up-unknown.ts";
import { stopWatch } from "#shared/sending/deliver/stop-watch.ts";
import { mailConnection } from "#shared/sending/deliver/mail-connection.ts";
import { endpoint } from "#shared/api/http/endpoint.ts";
import { openEndpointDeps } from "#shared/accounts/wiring/open-endpoint.ts";
import { startSync } from "#functions/jobs/start-sync.ts";
import { clock, ids } from "#shared/platform/system.ts";

/** Looks a send of unknown outcome up in the Sent folder, which contains it or not. */
export const settled = (contains: boolean) => () =>
  lookUpUnknown(
    {
      deliveries: {
        claimUnknown: async () => ({
          token: "t",
          leaseMs: 25_000,
          drafts: [{ send: { id: "s1", messageId: "<m>", toEmail: "jane@example.net" } }],
        }),
        succeed: async () => true,
        fail: async () => true,
      },
      mailAccounts: { imap: async () => ({}) },
      sentFolder: { contains: async () => contains },
      sends: {},
      mailboxes: {},
      wakeUps: { wake: async () => undefined },
      eventOutbox: { publish: async () => [], forgotten: async () => [] },
      clock: { now: () => new Date() },
      log,
    } as unknown as DeliverPorts,
    "b1",
    { email: "sales@example.com", imap: {} } as never,
  );

/** Opens a credential with a keyring that does not have its key. */
export const unsealedByAnother = async () => {
  const keyringOf = (current: string) => ({ current, keys: { [current]: randomBytes(32).toString("base64") } });
  const binding = { userId: "u1", recordId: "b1", field: "smtpPassword" };
  unseal(keyringOf("new"), binding, seal(keyringOf("old"), binding, "hunter2"));
};

/** Delivers one send, with its body or without it, and without a credential to open. */
export const delivered =
  (has: { readonly body: boolean }, smtp: () => Promise<unknown> = () => Promise.reject(new Error("no keyring"))) =>
  async () => {
    const mailbox = aMailbox();
    const draft = draftSend({ clock, ids }, { mailbox }, anEmail());
    const ports = {
      deliveries: { stopVersion: async () => 0, fail: async () => true, requeue: async () => undefined, pause: async () => undefined },
      mailAccounts: { smtp },
      sends: { bodies: async () => new Map() },
      mailboxes: { findForJob: async () => mailbox },
      suppressions: { among: async () => new Map() },
      isInMaintenance: async () => false,
      wakeUps: { wake: async () => undefined },
      clock,
      ids,
      log,
    } as unknown as DeliverPorts;
    const times = { stopAt: Date.now() + 60_000, endAt: Date.now() + 60_000 };
    await deliverClaim(ports, {
      mailbox,
      watch: stopWatch(ports, mailbox),
      connections: [mailConnection(ports, mailbox)],
      claim: { token: "t", leaseMs: 1, others: false, drafts: [has.body ? draft : { send: draft.send, body: undefined }] },
      doubts: undecidedMailOf(ports),
      ...times,
    });
  };

/** A worker tries a mailbox's server so often, which fails each time in this way. */
export const connecting = (times: number, failure: MailFailure) => async () => {
  const ports = {
    mailAccounts: { smtp: async () => ({}), renew: async () => false },
    submissions: { open: () => Promise.reject(failure) },
    mailboxes: { note: async () => true },
    eventOutbox: { publish: async () => [], forgotten: async () => [] },
    clock,
    log,
  } as unknown as DeliverPorts;
  const connection = mailConnection(ports, aMailbox());
  for (let n = 0; n < times; n += 1) await connection.get(undefined, false);
};

/** A request of an endpoint that takes so many milliseconds. */
export const request =
  (ms: number, outside: "never" | "always" | "fresh", query = "") =>
  async () => {
    let now = 0;
    const deps = { ...openEndpointDeps, log, clock: { now: () => new Date((now += ms)) } };
    const table = operation({
      id: "credits/get-balance",
      method: "GET",
      path: "/",
      boundKeys: "open",
      summary: "",
      description: "",
      auth: "none",
      errors: [],
      outside,
      response: z.object({}),
    });
    await endpoint(deps, { ...table, query: z.object({ fresh: z.optional(z.string()) }) }, async () => ({}))(
      {
        rawPath: "/",
        rawQueryString: query,
        headers: {},
        requestContext: { requestId: "r1", http: { sourceIp: "::1" } },
      } as unknown as APIGatewayProxyEventV2,
      { getRemainingTimeInMillis: () => 1_000 } as Context & { userId: string },
    );
  };

/** A round that finds one mailbox so many seconds after its last poll. */
export const round = (seconds: number) => {
  const polledAt = new Date(Date.now() - seconds * 1000);
  const target = { id: "b1", userId: "u1", server: "imap.example.com", polledAt, healthySince: new Date(0) };
  return startSync({
    syncTargets: { page: async () => ({ targets: [target], last: undefined }), free: async () => [], queued: async () => undefined },
    probeQueue: { add: async () => undefined },
    clock: { now: () => new Date() },
    log,
  });
};

/** A mailbox is audited whose store had lost so many messages. */
export const audited = (lost: number) => async () => {
  const world = await aPullWorld();
  world.server.deliver(mails(lost + 1));
  await world.pull();
  for (const id of [...world.stored.keys()].slice(0, lost)) world.stored.delete(id);
  await world.audits.ask(world.mailbox);
  await world.pull({}, { log });
};
