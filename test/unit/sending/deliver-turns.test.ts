import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { SENDS_PER_CLAIM } from "#shared/sending/deliver/claim.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import type { ClaimedDraft, ClaimLimits } from "#shared/sending/ports/claims.ts";
import type { Submission } from "#shared/sending/ports/submission.ts";
import type { Send } from "#shared/sending/send.ts";
import { outcomeOf, START } from "#test/support/delivered.ts";

/** Deliveries whose claims are changed, draft by draft, before the worker sees them. */
const claiming = (real: DeliverPorts, change: (draft: ClaimedDraft, all: readonly ClaimedDraft[], nth: number) => Partial<Send>) => ({
  deliveries: {
    ...real.deliveries,
    claim: async (...asked: Parameters<DeliverPorts["deliveries"]["claim"]>) => {
      const claim = await real.deliveries.claim(...asked);
      if (claim.kind !== "claimed") return claim;
      return {
        ...claim,
        drafts: claim.drafts.map((draft, nth) => ({ ...draft, send: { ...draft.send, ...change(draft, claim.drafts, nth) } })),
      };
    },
  },
});
const second = (changes: Partial<Send>) => (_: ClaimedDraft, __: unknown, nth: number) => (nth === 1 ? changes : {});

/** A clock that the test moves, ms from the start. */
const moving = () => {
  const time = { ms: 0 };
  return { time, clock: { now: () => new Date(START + time.ms) } };
};
const taking = (submit: Submission["submit"]) => ({ open: true, close: () => undefined, submit });

const sent = { status: "sent", attempts: 1 };
/** Put off for a minute for a fault of this service. */
const ours = { status: "queued", attempts: 0, dueInS: 60, lastError: expect.stringContaining("this service has an internal failure") };

describe("a worker", () => {
  it("looks first whether anything is due, but not after a full claim", async () => {
    const asked: unknown[] = [];
    const ports = ({ deliveries }: DeliverPorts) => ({
      deliveries: { ...deliveries, claim: (id: string, limits: ClaimLimits) => (asked.push(limits.isMore), deliveries.claim(id, limits)) },
    });

    await outcomeOf({ emails: Array.from({ length: 51 }, () => ({})), ports });

    expect(asked).toEqual([false, true, false]);
  });

  it("begins nothing once the service is in maintenance: what is left waits without an attempt, and no claim follows", async () => {
    let isOn = false;
    let [claims, filings] = [0, 0];
    const ports = ({ deliveries, copies }: DeliverPorts) => ({
      isInMaintenance: async () => isOn,
      deliveries: { ...deliveries, claim: (...asked: Parameters<typeof deliveries.claim>) => ((claims += 1), deliveries.claim(...asked)) },
      copies: { ...copies, take: (...asked: Parameters<typeof copies.take>) => ((filings += 1), copies.take(...asked)) },
    });
    const submits = () => ((isOn = true), { kind: "sent" as const });

    const { emails, submitted } = await outcomeOf({ submits, ports });

    expect(emails).toMatchObject([sent, { status: "queued", attempts: 0 }, { status: "queued", attempts: 0 }]);
    expect([submitted, claims, filings]).toEqual([1, 1, 0]);
    isOn = true;
    expect((await outcomeOf({ ports })).emails).toMatchObject([0, 1, 2].map(() => ({ status: "queued", attempts: 0 })));
    expect(claims).toBe(1);
  });

  it("gives back its claim when the database fails as it asks for maintenance, and no email counts as one that crashed it", async () => {
    let asked = 0;
    const isInMaintenance = async () => {
      asked += 1;
      if (asked === 4) throw new Error("no primary");
      return false;
    };

    const { emails, submitted } = await outcomeOf({ ports: () => ({ isInMaintenance }) });

    expect(submitted).toBe(1);
    expect(emails).toMatchObject([sent, ours, ours]);
  });

  it.each([
    [49_999, ["sent", "sent", "sent"], 3],
    [50_000, ["sent", "queued", "queued"], 1],
  ])("begins nothing 50 s after its start: the first took %i ms", async (ms, left, leave) => {
    const { time, clock } = moving();
    const submits = () => ((time.ms = ms), { kind: "sent" as const });

    const { emails, submitted } = await outcomeOf({ submits, ports: () => ({ clock }) });

    expect(emails.map(({ status }) => status)).toEqual(left);
    expect(submitted).toBe(leave);
  });

  it.each([
    [50_000, 240_000],
    [60_000, 230_000],
  ])("that took %i ms to connect waits %i ms for a reply", async (ms, replyTimeoutMs) => {
    const { time, clock } = moving();
    const timeouts: number[] = [];
    const open = async () => {
      time.ms = ms;
      return taking(async (_, intend, replyMs) => (timeouts.push(replyMs), (await intend([])) ? { kind: "sent" } : { kind: "fenced" }));
    };

    await outcomeOf({ emails: [{}], ports: () => ({ clock, submissions: { open } }) });

    expect(timeouts).toEqual([replyTimeoutMs]);
  });

  /** Sends whose way out is our own trouble, where `isBroken` says so; `ways` tells the connections that were asked for. */
  const brokenWay = (isBroken: (draft: ClaimedDraft, nth: number) => boolean) => {
    const ways: string[] = [];
    const ports = (real: DeliverPorts): Partial<DeliverPorts> => ({
      ...claiming(real, (draft, _, nth) => (isBroken(draft, nth) ? { ipId: "broken" } : {})),
      mailAccounts: {
        ...real.mailAccounts,
        smtp: async (mailbox, ipId) => ({ ...mailbox.smtp, credential: { password: "" }, name: ipId ?? "shared" }) as never,
      },
      submissions: {
        open: async (account) => {
          const { name } = account as unknown as { name: string };
          ways.push(name);
          if (name === "broken") throw new MailFailure("SMTP", "egressProxy");
          return real.submissions.open(account);
        },
      },
    });
    return { ways, ports };
  };

  it("goes on by another way out where one is our own trouble, with all that take it", async () => {
    const { ways, ports } = brokenWay((_, nth) => nth === 0 || nth === 2);

    const { emails } = await outcomeOf({ emails: [{}, {}, {}, {}], ports });

    expect(emails).toEqual([ours, sent, ours, sent]);
    expect(ways).toEqual(["broken", "shared"]);
  });

  it("claims again where some way out reached a server, though another was our own trouble", async () => {
    let first: string | undefined;
    const { ports } = brokenWay(({ send }) => send.id === (first ??= send.id));

    const { emails } = await outcomeOf({ emails: Array.from({ length: SENDS_PER_CLAIM + 1 }, () => ({})), ports });

    expect(emails.filter(({ status }) => status === "sent")).toHaveLength(SENDS_PER_CLAIM);
  });

  it("fails an email whose files are lost, and puts all off where they cannot be read", async () => {
    const attachments = [{ name: "a", type: "a/b", size: 1 }];
    const lost = (real: DeliverPorts) => claiming(real, second({ attachments }));
    const broken = (real: DeliverPorts) => ({
      ...lost(real),
      sends: { ...real.sends, contents: () => Promise.reject(new Error("no primary")) },
    });
    const whole = (real: DeliverPorts) => ({ ...lost(real), sends: { ...real.sends, contents: async () => [Buffer.from("x")] } });

    expect(await outcomeOf({ ports: lost })).toMatchObject({
      emails: [sent, { status: "failed", attempts: 1, lastError: "the email's body is missing from the store" }, sent],
      submitted: 2,
      events: expect.arrayContaining(["error: a send's body is missing"]),
    });
    expect(await outcomeOf({ ports: broken })).toMatchObject({
      emails: [sent, ours, ours],
      submitted: 1,
      events: expect.arrayContaining(["error: delivery stopped by our own failure"]),
    });
    expect((await outcomeOf({ ports: whole })).emails).toEqual([sent, sent, sent]);
  });

  // The start is a Sunday.
  const window = { days: ["sun"] as const, from: "08:00", to: "08:01", timezone: "UTC" };
  it("puts off what its window does not let leave, found before a connection is asked for", async () => {
    const closed = { ...window, days: ["mon"] as const };

    expect(await outcomeOf({ emails: [{}], ports: (real) => claiming(real, () => ({ window: closed })) })).toEqual({
      emails: [{ status: "queued", attempts: 0, dueInS: 86_400 }],
      logins: 0,
      submitted: 0,
      events: ["wake 1 in 86400"],
    });
  });

  it.each(["connecting", "the envelope"])("puts off what its window does not let leave after %s", async (slow) => {
    const { time, clock } = moving();
    let submitted = 0;
    const open = async () => {
      if (slow === "connecting") time.ms = 60_000;
      return taking(async (_, intend) => {
        submitted += 1;
        time.ms = 60_000;
        return (await intend([])) ? { kind: "sent" } : { kind: "fenced" };
      });
    };
    const ports = (real: DeliverPorts) => ({ ...claiming(real, () => ({ window })), clock, submissions: { open } });

    const { emails } = await outcomeOf({ emails: [{}], ports });

    expect(emails).toEqual([{ status: "queued", attempts: 0, dueInS: 7 * 86_400 - 60 }]);
    expect(submitted).toBe(slow === "connecting" ? 0 : 1);
  });

  it("waits for a result that is being written before it looks at what follows that email", async () => {
    const ports = (real: DeliverPorts): Partial<DeliverPorts> => {
      const { deliveries } = claiming(real, (_, all, nth) => (nth === 1 ? { waitsFor: all[0]!.send.id } : {}));
      const succeed: typeof deliveries.succeed = async (...of) => {
        await setImmediate();
        return real.deliveries.succeed(...of);
      };
      return { deliveries: { ...deliveries, succeed } };
    };

    expect(await outcomeOf({ emails: [{}, {}], ports })).toEqual({
      emails: [sent, sent],
      logins: 1,
      submitted: 2,
      events: ["publish sends 1,2", "closed"],
    });
  });

  it("ends only when the last result is written and told", async () => {
    const done: string[] = [];
    const late = async (what: string) => {
      for (let turn = 0; turn < 3; turn += 1) await setImmediate();
      done.push(what);
    };
    const ports = (real: DeliverPorts): Partial<DeliverPorts> => ({
      deliveries: { ...real.deliveries, succeed: async (...of) => (await late("written"), real.deliveries.succeed(...of)) },
      eventOutbox: { publish: async () => (await late("told"), []) },
    });

    await outcomeOf({ emails: [{}, {}], ports });

    expect(done).toEqual(["written", "written", "told"]);
  });

  const down = new MailFailure("SMTP", "unreachable");
  const beside = (real: DeliverPorts) => ({
    deliveries: {
      ...real.deliveries,
      claim: async (...asked: Parameters<DeliverPorts["deliveries"]["claim"]>) => {
        const claimed = await real.deliveries.claim(...asked);
        return claimed.kind === "claimed" ? { ...claimed, others: true } : claimed;
      },
    },
  });

  it("that is not let in beside another gives all back for five seconds, with their attempts, blames nobody and leaves", async () => {
    const back = { status: "queued", attempts: 0, dueInS: 5 };

    expect(await outcomeOf({ login: down, ports: beside })).toEqual({
      emails: [back, back, back],
      logins: 1,
      submitted: 0,
      events: ["wake 1 in 5,2 in 5,3 in 5"],
    });
  });

  it("of eleven emails opens a second and a third connection when the first stands; of ten it does not", async () => {
    const of = (count: number) => outcomeOf({ emails: Array.from({ length: count }, () => ({})) });

    expect(await of(10)).toMatchObject({ logins: 1, submitted: 10 });
    expect(await of(11)).toMatchObject({ logins: 3, submitted: 11 });
  });

  it("goes on over the connections that stand where the others are not let in, and blames nobody", async () => {
    let logins = 0;
    const ports = (real: DeliverPorts): Partial<DeliverPorts> => ({
      submissions: { open: async (account) => ((logins += 1) > 1 ? Promise.reject(down) : real.submissions.open(account)) },
    });

    expect(await outcomeOf({ emails: Array.from({ length: 11 }, () => ({})), ports })).toEqual({
      emails: Array.from({ length: 11 }, () => sent),
      logins: 1,
      submitted: 11,
      events: [expect.stringMatching(/^publish sends/), "closed"],
    });
    expect(logins).toBe(3);
  });

  it("that found the first login refused asks for no other, and does not claim again", async () => {
    const emails = Array.from({ length: 60 }, () => ({}));

    const left = await outcomeOf({ emails, login: down });

    expect(left).toMatchObject({ logins: 1, submitted: 0 });
    expect(left.emails.filter(({ attempts }) => attempts === 0)).toHaveLength(10);
  });
});
