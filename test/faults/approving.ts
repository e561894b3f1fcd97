// A person approves: their requests may die at any point, and lack a guard.
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoAuditLog } from "#shared/accounts/store/audit-log.ts";
import { walletsOf } from "#shared/accounts/store/users.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import type { ApprovePorts } from "#shared/sending/approve-held.ts";
import { filesOf } from "#shared/sending/send.ts";
import { contentHash } from "#shared/sending/email.ts";
import type { HeldSends } from "#shared/sending/ports/held-sends.ts";
import { mongoHeldSends } from "#shared/sending/store/held-sends.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { mortalConnect, mortalPorts } from "./mortal.ts";
import type { Mutant } from "./mutants.ts";

/** The ports of one request that may die before and after each call, and between a transaction's last statement and its commit. */
export const mortal = (ports: ApprovePorts, connect: Connect, step: () => void, mutant?: Mutant): ApprovePorts =>
  mortalPorts({ ...ports, held: mutateHeld(mongoHeldSends(mortalConnect(connect, step)), mutant, connect) }, step);

/** How often a mutant looks whether the worst moment for its write has come, each a ms. */
const LOOKS = 60;

/** Editing and approving without one guard. */
export const mutateHeld = (held: HeldSends, mutant: Mutant | undefined, connect: Connect): HeldSends => {
  const rawSend = async (id: string) => (await rawSends(await connect()).findOne({ _id: oid(id) })) as Record<string, unknown> | null;
  const rewrite = async (id: string, change: object) => void (await rawSends(await connect()).updateOne({ _id: oid(id) }, change));
  switch (mutant) {
    case "an approval is charged again":
      return {
        ...held,
        approve: async (userId, id, approval) => {
          const outcome = await held.approve(userId, id, approval);
          if (outcome.kind !== "changed" || !(await rawSend(id))?.["approvedAt"]) return outcome;
          await walletsOf(await connect()).updateOne({ _id: oid(userId) }, { $inc: { balance: -1 } });
          await mongoAuditLog(connect).record(approval.entry);
          return outcome;
        },
      };
    case "an edit comes after the approval":
      return {
        ...held,
        edit: async (draft, revision, heldBy) => {
          for (let look = 0; look < LOOKS && !(await rawSend(draft.send.id))?.["approvedAt"]; look += 1)
            await new Promise((done) => setTimeout(done, 1));
          if (!(await rawSend(draft.send.id))?.["approvedAt"]) return held.edit(draft, revision, heldBy);
          await rewrite(draft.send.id, { $set: { subject: draft.send.subject, cc: [], bcc: [] }, $unset: { approvedHash: true } });
          return draft.send;
        },
      };
    case "the hash ignores bcc":
      return {
        ...held,
        approve: async (userId, id, approval) => {
          const sends = mongoSends(connect);
          const [send, bodies, files] = await Promise.all([sends.find(userId, id), sends.bodies(userId, [id]), sends.contents(userId, id)]);
          const shown = { ...send!, bcc: [] };
          const contentSha256 = contentHash(shown, bodies.get(id)!, filesOf(shown.attachments, files) ?? []);
          return held.approve(userId, id, { ...approval, entry: { ...approval.entry, contentSha256 } });
        },
      };
    case "an expired hold is approved":
      return {
        ...held,
        approve: async (userId, id, approval) => {
          await rewrite(id, [
            { $set: { holdUntil: { $cond: [{ $lt: ["$holdUntil", "$$NOW"] }, { $add: ["$$NOW", 60_000] }, "$holdUntil"] } } },
          ]);
          return held.approve(userId, id, approval);
        },
      };
    case "an answer is overlooked":
      return { ...held, approve: (userId, id, approval) => held.approve(userId, id, { ...approval, evenIfAnswered: true }) };
    default:
      return held;
  }
};
