// What an approval asks of the store, and what follows from it; its own guards: held-rules.test.ts.
import { expect, it } from "vitest";
import { approveHeld, type Approver, type ApprovePorts } from "#shared/sending/approve-held.ts";
import type { Approval, Approving } from "#shared/sending/ports/held-sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { recordingLog, recordingWakeUps } from "#test/support/sending-rig.ts";

const later = () => new Date(Date.now() + 3_600_000);

/** A held email of a mailbox with a tenant, over a store that answers its approval so. */
const held = (facts: Partial<Send> = {}, outcome?: Approving) => {
  const mailbox = aMailbox({ tenant: "its mailbox's tenant" });
  const { sentAt: _, ...plain } = aSend(mailbox, { status: "scheduled", holdUntil: later(), revision: 1 });
  const send: Send = { ...plain, ...facts };
  const parent = aSend(mailbox);
  const follow = { ...plain, id: ids.objectId(), waitsFor: send.id, scheduledAfter: "P1D", createdAt: new Date() } as Send;
  const [approvals, published, moved]: [Approval[], string[], string[]] = [[], [], []];
  const [wakeUps, log] = [recordingWakeUps(), recordingLog()];
  const ports = {
    clock,
    ids,
    sends: {
      find: async (_user: string, id: string) => (id === send.id ? send : parent),
      bodies: async () => new Map([[send.id, { html: "", text: "Hi" }]]),
      contents: async () => undefined,
      followUps: async () => [follow],
      rescheduleFollowUps: async (_user: string, times: readonly { readonly id: string }[]) =>
        void moved.push(...times.map(({ id }) => id)),
      endFollowUps: async () => [],
    },
    held: {
      approve: async (_user: string, _id: string, approval: Approval): Promise<Approving> => (
        approvals.push(approval),
        outcome ?? { kind: "approved", send: { ...send, status: "queued" } }
      ),
    },
    mailboxes: { findMany: async () => [mailbox] },
    ips: { list: async () => [] },
    suppressions: { among: async () => new Map() },
    eventOutbox: { publish: async (_: string, of: readonly string[]) => (published.push(...of), []) },
    wakeUps,
    log,
  } as unknown as ApprovePorts;
  const approve = (more: object = {}) =>
    approveHeld(ports, { userId: mailbox.userId, id: send.id }, { revision: 1, ...more }, { by: "a person" } as Approver);
  return { send, follow, ports, approvals, published, moved, wakeUps, log, approve };
};

it.each([
  ["a first email", {}, "its mailbox's tenant"],
  ["an answer", { kind: "reply" as const, inReplyTo: "<a@x.test>" }, undefined],
  ["a follow-up", { waitsFor: "655f1c2e9b1e8a0012345671" }, undefined],
])("an approval of %s is judged by the limit of contacts for %o: %s", async (_, facts, tenant) => {
  const { approve, approvals } = held(facts);
  await approve();
  expect(approvals.map(({ contactTenant }) => contactTenant)).toEqual([tenant]);
});

it("an approved email is told, woken, and moves what is to leave so long after it; a failure of that undoes nothing", async () => {
  const one = held();
  await one.approve();
  expect([one.published, one.wakeUps.woken.map(({ id }) => id), one.moved]).toEqual([
    [one.send.id],
    [one.send.id, one.follow.id],
    [one.follow.id],
  ]);

  const other = held();
  Object.assign(other.ports, { wakeUps: { wake: () => Promise.reject(new Error("no queue")) } });
  expect(await other.approve()).toMatchObject({ id: other.send.id, status: "queued" });
  expect(other.log.events).toEqual(["after-work of an approval failed"]);
});

it("one that the store refuses is neither told nor woken, and says why", async () => {
  const contacted = { sendId: ids.objectId(), mailboxId: ids.objectId(), at: new Date(), email: "jane@peer.test" } as never;
  for (const [outcome, reason] of [
    [{ kind: "contacted", contacted }, "recentlyContacted"],
    [{ kind: "answered", messageId: "m" }, "conversationChanged"],
    [{ kind: "unpaid" }, "walletEmpty"],
  ] as const) {
    const { approve, published, wakeUps } = held({}, outcome);
    await expect(approve()).rejects.toMatchObject({ reason });
    expect([published, wakeUps.woken]).toEqual([[], []]);
  }
});

it("the audit log is told what was overruled, and by whom", async () => {
  const { approve, approvals } = held();
  await approve();
  await approve({ evenIfAnswered: true });
  expect(approvals.map(({ evenIfAnswered, entry, by }) => [evenIfAnswered, entry.fields, entry.action, by])).toEqual([
    [false, ["revision"], "send.approved", "a person"],
    [true, ["revision", "even_if_answered"], "send.approved", "a person"],
  ]);
});
