import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/domain/mailboxes/connection/mail-failure.ts";
import type { Mailbox } from "#shared/domain/mailboxes/mailbox.ts";
import { type Email } from "#shared/domain/sending/accept/draft.ts";
import { buildGate } from "#shared/domain/sending/deliver/build-gate.ts";
import type { Draft } from "#shared/domain/sending/ports.ts";
import { sweep } from "#shared/domain/sending/wake/sweep.ts";
import { ids } from "#shared/runtime/system.ts";
import { singlesWorld, START } from "#test/support/singles-world.ts";

const taken = { batchItemFailures: [] };

describe("the gate of a call", () => {
  it("opens when all that entered have arrived, each counted once", async () => {
    const gate = buildGate();
    const [one, two] = [gate.enter(), gate.enter()];
    let isOpen = false;
    void one.open.then(() => (isOpen = true));

    one.arrive();
    one.arrive();
    await Promise.resolve();
    expect(isOpen).toBe(false);
    two.arrive();
    await two.open;

    expect(isOpen).toBe(true);
  });
});

describe("single emails that share a call", () => {
  it("are sent, each of its own mailbox, and wake nobody", async () => {
    const world = singlesWorld();
    const drafts = await Promise.all(["a", "b", "c"].map((name) => world.accept(name)));

    expect(await world.deliver(...drafts)).toEqual(taken);

    for (const draft of drafts) expect(world.read(draft)).toMatchObject({ status: "sent", attempts: 1 });
    expect(world.woken()).toEqual([]);
  });

  it("are all built before the first intent is written", async () => {
    const claimed = Promise.withResolvers<void>();
    const connected = Promise.withResolvers<void>();
    const world = singlesWorld(({ deliveries, submissions }) => ({
      deliveries: {
        ...deliveries,
        claim: async (id, limits) => {
          if (id === slow.send.mailboxId) await claimed.promise;
          return deliveries.claim(id, limits);
        },
      },
      submissions: {
        open: async (account) => {
          connected.resolve();
          return submissions.open(account);
        },
      },
    }));
    const [first, slow] = [await world.accept("first"), await world.accept("slow")];

    const called = world.deliver(first, slow);
    await connected.promise;
    // Whatever the first has left to do without the second is done.
    await new Promise(setImmediate);
    expect(world.events).toEqual([]);
    claimed.resolve();
    await called;

    expect(world.events.toSorted()).toEqual(["intent first", "intent slow"]);
  });

  it("wait for none that is never built: it cannot be, its body is lost, its claim throws, or its message is none", async () => {
    const world = singlesWorld(({ deliveries }) => ({
      deliveries: {
        ...deliveries,
        claim: async (id, limits) => {
          if (id === failing.send.mailboxId) throw new Error("no primary");
          const claim = await deliveries.claim(id, limits);
          if (claim.kind !== "claimed" || id !== lost.send.mailboxId) return claim;
          return { ...claim, drafts: claim.drafts.map(({ send }) => ({ send, body: undefined })) };
        },
      },
    }));
    const [good, failing, lost] = [await world.accept("good"), await world.accept("failing"), await world.accept("lost")];
    const unbuildable = await world.accept("unbuildable", { email: { headers: { "X-Bad": "a\r\nBcc: b@example.net" } } });
    const late = await world.accept("late", { email: { sendBefore: new Date(START) } });
    const gone = { job: "deliver", mailboxId: ids.objectId(), sendIds: [ids.objectId()] };

    const answer = await world.call({ job: "deliver" }, ...[good, failing, lost, unbuildable, late].map(world.jobOf), gone);

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "2" }] });
    expect(world.read(good).status).toBe("sent");
    expect([lost, unbuildable, late].map((draft) => world.read(draft).status)).toEqual(["failed", "failed", "failed"]);
    expect(world.read(failing)).toMatchObject({ status: "queued", attempts: 0 });
  });

  it("do not wait for one whose server hangs: they are sent, and their results written, meanwhile", async () => {
    const hanging = Promise.withResolvers<void>();
    const world = singlesWorld(({ submissions }) => ({
      submissions: {
        open: async (account) => {
          if (account.username !== slow.send.fromEmail) return submissions.open(account);
          await hanging.promise;
          throw new MailFailure("SMTP", "unreachable");
        },
      },
    }));
    const [slow, good] = [await world.accept("slow"), await world.accept("good")];

    const called = world.deliver(slow, good);
    await expect.poll(() => world.read(good).status).toBe("sent");
    expect(world.read(slow)).toMatchObject({ status: "processing", stage: "claimed" });
    hanging.resolve();
    await called;

    expect(world.read(slow)).toMatchObject({ status: "queued", attempts: 1 });
    expect(world.woken()).toEqual(["slow"]);
  });

  it("are not those of a mailbox that kept a call waiting, for an hour", async () => {
    let takesMs = 0;
    const world = singlesWorld(({ submissions }) => ({
      submissions: {
        open: async (account) => {
          world.time.now += takesMs;
          return submissions.open(account);
        },
      },
    }));
    const first = await world.accept("first");
    const next = (name: string) => world.accept(name, { box: world.boxes.get(first.send.mailboxId)! });
    const sent = async (draft: Draft) => {
      await world.deliver(draft);
      return world.read(draft).status;
    };
    takesMs = 5_000;
    expect(await sent(first)).toBe("sent");
    takesMs = 5_001;
    expect(await sent(await next("second"))).toBe("sent");
    takesMs = 0;

    const third = await next("third");
    expect([await sent(third), world.woken()]).toEqual(["queued", ["third"]]);
    world.time.now += 3_600_001;
    expect(await sent(third)).toBe("sent");
  });

  it("are sent though it cannot be noted that one was slow", async () => {
    const world = singlesWorld(({ deliveries, submissions }) => ({
      deliveries: { ...deliveries, noteSlow: async () => Promise.reject(new Error("no database")) },
      submissions: {
        open: async (account) => {
          world.time.now += 6_000;
          return submissions.open(account);
        },
      },
    }));
    const draft = await world.accept("slow");

    expect(await world.deliver(draft)).toEqual(taken);
    expect([world.read(draft).status, world.log.events]).toEqual(["sent", ["a slow mailbox could not be noted"]]);
  });

  it("have no unknown outcome when one of them kills their worker while it is built", async () => {
    const world = singlesWorld(({ suppressions }) => ({
      // The process is gone: nothing of the call goes on after the last of them came so far.
      suppressions: { among: (user, emails) => (user === deadly.send.userId ? new Promise(() => {}) : suppressions.among(user, emails)) },
    }));
    const others = await Promise.all(Array.from({ length: 9 }, (_, n) => world.accept(`other ${n}`)));
    const deadly = await world.accept("deadly");

    void world.deliver(...others, deadly);
    await expect.poll(() => [...world.memory.rows.values()].every(({ stage }) => stage === "claimed")).toBe(true);
    await new Promise(setImmediate);
    expect(world.events).toEqual([]);
    world.time.now += 60_000;
    await sweep({ ...world.memory, wakeUps: world.wakeUps, clock: world.clock, log: world.log });

    for (const draft of [...others, deadly]) expect(world.read(draft)).toMatchObject({ status: "queued", attempts: 0, deaths: 1 });
    expect(world.wakeUps.woken).toHaveLength(10);
    // What comes from the sweeper shares no call any more.
    expect(world.wakeUps.woken.some(({ light }) => light)).toBe(false);
  });
});

describe("the send queue's worker is woken for", () => {
  it.each<[string, Partial<Mailbox>, Partial<Email>]>([
    ["an email with an attachment", {}, { files: [{ name: "a", type: "text/plain", content: Buffer.from("a") }] }],
    ["an email with a large body", {}, { text: "x".repeat(200_000) }],
    ["a follow-up that waits", {}, { waitsFor: "0".repeat(24) }],
    ["an email that an answer may stop", {}, { cancelOn: ["reply"] }],
    ["a mailbox whose copies we file", { type: "smtp" }, {}],
    ["a mailbox that is out of order", { status: "error" }, {}],
    ["a disconnected mailbox", { status: "disconnected" }, {}],
  ])("%s, and it is left as it is", async (_, box, email) => {
    const world = singlesWorld();
    const draft = await world.accept("heavy", { email, box });
    const before = world.read(draft);

    expect(await world.deliver(draft)).toEqual(taken);

    expect(world.read(draft)).toEqual(before);
    expect(world.woken()).toEqual(["heavy"]);
  });

  it.each([
    ["was tried before", { attempts: 1 }],
    ["killed its worker", { deaths: 1 }],
  ])("an email that %s, and it is left as it is", async (_, facts) => {
    const world = singlesWorld();
    const draft = await world.accept("again");
    world.memory.rows.set(draft.send.id, { ...draft.send, ...facts });

    await world.deliver(draft);

    expect(world.read(draft)).toEqual({ ...draft.send, ...facts });
    expect(world.woken()).toEqual(["again"]);
  });

  it("the email of a mailbox that is gone", async () => {
    const world = singlesWorld();
    const draft = await world.accept("left");
    world.boxes.delete(draft.send.mailboxId);

    await world.deliver(draft);

    expect(world.woken()).toEqual(["left"]);
  });

  it("an email that is not due yet, at its time", async () => {
    const world = singlesWorld();
    const draft = await world.accept("early");
    world.time.now -= 3_000;

    await world.deliver(draft);

    expect(world.wakeUps.woken).toMatchObject([{ id: draft.send.id, dueAt: new Date(START) }]);
  });

  it("what else is due in the mailbox after its email, light as it may be", async () => {
    const world = singlesWorld();
    const first = await world.accept("first");
    const box = { id: first.send.mailboxId };
    const [second, third] = [await world.accept("second", { box }), await world.accept("third", { box })];

    await world.deliver(first);

    expect([first, second, third].map((draft) => world.read(draft).status)).toEqual(["sent", "queued", "queued"]);
    expect(world.woken()).toEqual(["second"]);
  });

  it("a mailbox whose daily cap is reached, at the time when it may send again", async () => {
    const world = singlesWorld();
    const first = await world.accept("first", { box: { maxDailySends: 1 } });
    const second = await world.accept("second", { box: { id: first.send.mailboxId } });
    await world.deliver(first);
    world.wakeUps.woken.length = 0;

    await world.deliver(second);

    expect(world.wakeUps.woken).toMatchObject([{ id: second.send.id, dueAt: new Date(START + 300_000) }]);
    expect(world.read(second)).toMatchObject({ status: "queued", attempts: 0 });
  });

  it("nobody, when two workers are at the mailbox already: they go on until nothing is due", async () => {
    const world = singlesWorld();
    const first = await world.accept("first");
    const box = { id: first.send.mailboxId };
    await world.accept("second", { box });
    const third = await world.accept("third", { box });
    for (let n = 0; n < 2; n += 1) await world.memory.deliveries.claim(box.id, { size: 1 });

    await world.deliver(third);

    expect(world.read(third).status).toBe("queued");
    expect(world.woken()).toEqual([]);
  });
});

describe("after a single email", () => {
  it("what waits for it is woken, and its connection is closed", async () => {
    let closed = 0;
    const world = singlesWorld(({ submissions }) => ({
      submissions: { open: async (account) => ({ ...(await submissions.open(account)), close: () => void (closed += 1) }) },
    }));
    const first = await world.accept("first");
    await world.accept("follow", { box: { id: first.send.mailboxId }, email: { waitsFor: first.send.id, scheduledAfter: "PT1H" } });

    await world.deliver(first);

    expect([world.woken(), closed]).toEqual([["follow"], 1]);
  });

  it.each([
    ["a sent one", { kind: "sent" }, 8_000],
    ["a refused one", { kind: "refused", code: 550, reply: "550 no such user" }, 8_000],
    ["one that was put off", { kind: "refused", code: 450, reply: "450 later" }, 10_000],
  ] as const)("its mailbox's budget pays for what %s takes beyond the usual", async (_, outcome, slowMs) => {
    const spent: (readonly [string, number])[] = [];
    const world = singlesWorld(({ submissions }) => ({
      workerTime: { spend: async (...what) => (spent.push(what), 0) },
      submissions: {
        open: async (account) => ({
          ...(await submissions.open(account)),
          submit: async (_message, intend) => {
            world.time.now += 20_000;
            if (outcome.kind === "sent") await intend([]);
            return outcome;
          },
        }),
      },
    }));
    const draft = await world.accept("slow");

    await world.deliver(draft);

    expect(spent).toEqual([[draft.send.mailboxId, slowMs]]);
  });
});
