import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { draftSend } from "#shared/sending/accept/draft.ts";
import { SENDS_PER_CLAIM } from "#shared/sending/deliver/claim.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import type { Deliveries } from "#shared/sending/ports/deliveries.ts";
import type { Submission } from "#shared/sending/ports/submission.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { answering, memoryDeliverPorts } from "#test/support/memory/deliver-ports.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { accountsWith, anEmail, memorySentFolder } from "#test/support/sending-rig.ts";

const START = Date.parse("2026-11-22T08:00:00Z");

/** The worker over memory, on a clock that the test moves; its server takes everything. */
const worker = (facts: Partial<Mailbox> = {}, deliveries: Partial<Deliveries> = {}, given: Partial<DeliverPorts> = {}) => {
  const time = { now: START };
  const clock = { now: () => new Date(time.now) };
  const memory = memorySending({ now: () => time.now });
  const mailbox = aMailbox(facts);
  const real = memoryDeliverPorts(memory, mailbox);
  const { wakeUps } = real;
  const mailAccounts = accountsWith("");
  const ports: DeliverPorts = { ...real, deliveries: { ...memory.deliveries, ...deliveries }, mailAccounts, clock, ...given };
  const accept = async (): Promise<Send> => {
    const draft = draftSend({ clock, ids }, { mailbox }, anEmail());
    await memory.acceptedSends.accept(mailbox.userId, [draft]);
    return draft.send;
  };
  const deliver = (sendIds: readonly string[] = []) => deliverMailbox(ports, { mailboxId: mailbox.id, sendIds });
  return { time, memory, mailbox, wakeUps, accept, deliver };
};

it("publishes the results of a claim before those of the next", async () => {
  const did: string[] = [];
  const publish = async (_: string, sendIds: readonly string[]) => {
    const claim = did.filter((line) => line.startsWith("begins")).length;
    did.push(`begins ${claim}: ${sendIds.length}`);
    const turns = claim === 0 ? 200 : 0;
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    did.push(`ends ${claim}`);
    return [];
  };
  const { accept, deliver } = worker({}, {}, { eventOutbox: { publish } });
  for (let i = 0; i < SENDS_PER_CLAIM + 1; i++) await accept();

  await deliver();

  expect(did).toEqual([`begins 0: ${SENDS_PER_CLAIM}`, "ends 0", "begins 1: 1", "ends 1"]);
});

it.each([
  ["is new", {}, false],
  ["was tried before", { attempts: 1 }, true],
  ["was with a worker that died", { deaths: 1 }, true],
  ["was given back with an error", { lastError: "450 later" }, true],
  ["was tried, and was with a worker that died", { attempts: 1, deaths: 1 }, true],
] as const)("looks for an earlier attempt's draft where an email %s", async (_, facts, isRepeated) => {
  const told: unknown[] = [];
  const submit: Submission["submit"] = async (message, intend) => {
    told.push(message.isRepeated);
    return (await intend([])) ? { kind: "sent" } : { kind: "fenced" };
  };
  const { memory, accept, deliver } = worker({}, {}, { submissions: answering(submit) });
  const { id } = await accept();
  memory.rows.set(id, { ...memory.rows.get(id)!, ...facts });

  await deliver();

  expect(told).toEqual([isRepeated]);
});

describe("a worker that was woken", () => {
  it.each([
    ["comes again when a hold ends in 5 s", 5_000, ["a", "b"], [START + 5_000]],
    ["leaves a longer hold to the wake of its end", 5_001, ["a"], []],
    ["leaves a hold when nothing was named to it", 1_000, [], []],
  ])("%s", async (_, forMs, sendIds, dueAt) => {
    const { wakeUps, deliver, mailbox } = worker({}, { claim: async () => ({ kind: "paused", forMs }) });

    await deliver(sendIds);

    expect(wakeUps.woken).toEqual(dueAt.map((at) => ({ id: "a", userId: mailbox.userId, mailboxId: mailbox.id, dueAt: new Date(at) })));
  });

  it("wakes another when its time is up after the first claim, and tells how long it took", async () => {
    const spent: number[] = [];
    const submit: Submission["submit"] = async (_, intend) => {
      rig.time.now += 60_000;
      return (await intend([])) ? { kind: "sent" } : { kind: "fenced" };
    };
    const rig = worker(
      {},
      {},
      {
        submissions: answering(submit),
        workerTime: { spend: async (_, ms) => (spent.push(ms), 0) },
      },
    );
    const { id, userId, mailboxId } = await rig.accept();

    await rig.deliver();

    expect(rig.memory.rows.get(id)?.status).toBe("sent");
    expect(rig.wakeUps.woken).toEqual([{ id, userId, mailboxId }]);
    // Without ten seconds for connecting, and two for the email.
    expect(spent).toEqual([48_000]);
  });

  it("counts two seconds for each email that it settled, sent or refused", async () => {
    const spent: number[] = [];
    let submitted = 0;
    const submit: Submission["submit"] = async (_, intend) => {
      rig.time.now += 15_000;
      if ((submitted += 1) === 2) return { kind: "refused", code: 550, reply: "550 5.1.1 no such user" };
      return (await intend([])) ? { kind: "sent" } : { kind: "fenced" };
    };
    const submissions = answering(submit);
    const rig = worker({}, {}, { submissions, workerTime: { spend: async (_, ms) => (spent.push(ms), 0) } });
    for (let n = 0; n < 3; n += 1) await rig.accept();

    await rig.deliver();

    expect(spent).toEqual([45_000 - 10_000 - 3 * 2_000]);
  });

  it("cancels what is left in a removed mailbox step by step, and wakes another when its time is up", async () => {
    const left = { id: "a", userId: "u", mailboxId: "m", dueAt: new Date(0) };
    const steps: number[] = [];
    const cancelWaiting = async () => {
      rig.time.now += 10_000;
      steps.push(rig.time.now);
      return left;
    };
    const rig = worker({}, { cancelWaiting }, { mailboxes: { findForJob: async () => undefined, note: async () => true } });

    await rig.deliver();

    expect(steps.at(-1)).toBe(START + 50_000);
    expect(rig.wakeUps.woken).toEqual([{ id: "a", userId: "u", mailboxId: "m" }]);
  });

  it.each([
    ["waits five minutes at a time for a disconnected mailbox", 1, "queued"],
    ["waits up to the last moment of three days", 72 * 3_600_000 - 1, "queued"],
    ["fails what a mailbox that is disconnected for three days holds", 72 * 3_600_000, "failed"],
  ])("%s", async (_, forMs, status) => {
    const rig = worker({ status: "disconnected", statusSince: new Date(START - forMs) });
    const { id } = await rig.accept();

    await rig.deliver();

    expect(rig.memory.rows.get(id)?.status).toBe(status);
  });

  it("asks for a new token once, however often the server refuses it", async () => {
    let [opened, renewed] = [0, 0];
    const open = async () => {
      opened += 1;
      throw new MailFailure("SMTP", "credentials");
    };
    const renew = async () => {
      renewed += 1;
      return true;
    };
    const account = { host: "smtp.example.com", port: 587, secure: "starttls", username: "u", credential: { password: "" } } as const;
    const mailAccounts = { smtp: async () => account, imap: async () => undefined, renew, otherWay: async () => undefined };
    const rig = worker({}, {}, { submissions: { open }, mailAccounts });
    await rig.accept();

    await rig.deliver();

    expect([opened, renewed]).toEqual([2, 1]);
  });
});

describe("a look-up in a Sent folder that cannot be reached", () => {
  const lost = async () => {
    const sentFolder = { ...memorySentFolder(), contains: () => Promise.reject(new Error("no connection")) };
    const submit: Submission["submit"] = async (_, intend) => {
      await intend([]);
      return { kind: "unknown" };
    };
    const submissions = answering(submit);
    const rig = worker({}, {}, { sentFolder, submissions });
    const { id } = await rig.accept();
    await rig.deliver();
    return { ...rig, read: () => rig.memory.rows.get(id) };
  };

  it("is repeated five minutes later, until half an hour after the intent: then the email fails", async () => {
    const { time, wakeUps, deliver, read } = await lost();
    const intendedAt = time.now;

    for (const minutes of [1, 6, 11, 16, 21, 26]) {
      time.now = intendedAt + minutes * 60_000;
      await deliver();
      expect(wakeUps.woken.at(-1)?.dueAt).toEqual(new Date(time.now + 300_000));
      expect(read()).toMatchObject({ status: "processing", stage: "intent" });
    }
    time.now = intendedAt + 31 * 60_000;
    await deliver();

    expect(read()).toMatchObject({ status: "failed", lastError: expect.stringContaining("could not be looked at over IMAP") });
  });
});
