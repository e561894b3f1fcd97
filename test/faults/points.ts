import type { Connect } from "#shared/platform/mongo/database.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import { mortalConnect } from "./mortal.ts";
import { submittingBy } from "#test/support/sending-rig.ts";

/** The points between the worker's steps (shared/README.md, "The worker's steps"), in their order. */
export const points = ["K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "K10", "K11", "K12"] as const;

/** K1 received · K2 claimed, before the commit · K3 claimed · K4 credentials opened · K5 connected · K6 354 · K7 intent begun · K8 intent written · K9 mid body · K10 after the dot, before its reply · K11 250, before the result · K12 result written. */
export type Point = (typeof points)[number];

/** Called at every passage of a point; may end or stop the process. */
export type Hit = (point: Point) => void;

/** K9 and K10 lie in the middle of nodemailer's writing: so long after the intent they have been reached, ms (the server's script holds them open). */
const INTO_THE_BODY_MS = 60;

/** Reports the point between a transaction's last statement and its commit. */
export const watchCommits = (connect: Connect, hit: Hit): Connect => mortalConnect(connect, () => hit("K2"));

/** Reports every other point. */
export const watchPorts = (ports: DeliverPorts, hit: Hit): DeliverPorts => ({
  ...ports,
  deliveries: {
    ...ports.deliveries,
    claim: async (mailboxId, limits) => {
      hit("K1");
      const claim = await ports.deliveries.claim(mailboxId, limits);
      hit("K3");
      return claim;
    },
    succeed: async (send, facts) => {
      hit("K11");
      const result = await ports.deliveries.succeed(send, facts);
      hit("K12");
      return result;
    },
  },
  mailAccounts: {
    ...ports.mailAccounts,
    smtp: async (mailbox, ipId) => {
      const account = await ports.mailAccounts.smtp(mailbox, ipId);
      hit("K4");
      return account;
    },
  },
  submissions: submittingBy(ports.submissions, (opened) => {
    hit("K5");
    return (message, intend, replyTimeoutMs) =>
      opened.submit(
        message,
        async (...told) => {
          hit("K6");
          hit("K7");
          const may = await intend(...told);
          hit("K8");
          setTimeout(() => {
            hit("K9");
            hit("K10");
          }, INTO_THE_BODY_MS);
          return may;
        },
        replyTimeoutMs,
      );
  }),
});
