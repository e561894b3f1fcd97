import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { MailFailure } from "#shared/domain/mailboxes/connection/mail-failure.ts";
import type { DeliverPorts } from "#shared/domain/sending/deliver/deliver-ports.ts";
import type { ClaimedDraft, ClaimLimits } from "#shared/domain/sending/ports/deliveries.ts";
import type { Submission } from "#shared/domain/sending/ports/submission.ts";
import type { Send } from "#shared/domain/sending/send.ts";
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

describe("a worker", () => {
  it("looks first whether anything is due, but not after a full claim", async () => {
    const asked: unknown[] = [];
    const ports = ({ deliveries }: DeliverPorts) => ({
      deliveries: { ...deliveries, claim: (id: string, limits: ClaimLimits) => (asked.push(limits.isMore), deliveries.claim(id, limits)) },
    });

    await outcomeOf({ emails: Array.from({ length: 51 }, () => ({})), ports });

    expect(asked).toEqual([false, true, false]);
  });

  it.each([
    [49_999, ["sent 1; sent 1; sent 1", "1 logins, 3 submitted"]],
    [50_000, ["sent 1; queued 0 in 0; queued 0 in 0", "1 logins, 1 submitted"]],
  ])("begins nothing 50 s after its start: the first took %i ms", async (ms, left) => {
    const { time, clock } = moving();
    const submits = () => ((time.ms = ms), { kind: "sent" as const });

    expect((await outcomeOf({ submits, ports: () => ({ clock }) })).slice(0, 2)).toEqual(left);
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

  it("goes on by another way out where one is our own trouble, with all that take it", async () => {
    const ways: string[] = [];
    const ports = (real: DeliverPorts): Partial<DeliverPorts> => ({
      ...claiming(real, (_, __, nth) => (nth === 0 || nth === 2 ? { ipId: "broken" } : {})),
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

    expect((await outcomeOf({ emails: [{}, {}, {}, {}], ports }))[0]).toBe(
      "queued 0 in 60: this service has a failure of its own; t; sent 1; queued 0 in 60: this service has a failure of its own; t; sent 1",
    );
    expect(ways).toEqual(["broken", "shared"]);
  });

  it("fails an email whose files are lost, and puts all off where they cannot be read", async () => {
    const attachments = [{ name: "a", type: "a/b", size: 1 }];
    const lost = (real: DeliverPorts) => claiming(real, second({ attachments }));
    const broken = (real: DeliverPorts) => ({
      ...lost(real),
      sends: { ...real.sends, contents: () => Promise.reject(new Error("no primary")) },
    });
    const whole = (real: DeliverPorts) => ({ ...lost(real), sends: { ...real.sends, contents: async () => [Buffer.from("x")] } });

    expect((await outcomeOf({ ports: lost })).slice(0, 3)).toEqual([
      "sent 1; failed 1: the email's body is missing from the sto; sent 1",
      "1 logins, 2 submitted",
      "error: a send's body is missing",
    ]);
    expect((await outcomeOf({ ports: broken })).slice(0, 3)).toEqual([
      "sent 1; queued 0 in 60: this service has a failure of its own; t; queued 0 in 60: this service has a failure of its own; t",
      "1 logins, 1 submitted",
      "error: delivery stopped by our own failure",
    ]);
    expect((await outcomeOf({ ports: whole }))[0]).toBe("sent 1; sent 1; sent 1");
  });

  // The start is a Sunday.
  const window = { days: ["sun"] as const, from: "08:00", to: "08:01", timezone: "UTC" };
  it("puts off what its window does not let leave, found before a connection is asked for", async () => {
    const closed = { ...window, days: ["mon"] as const };

    expect(await outcomeOf({ emails: [{}], ports: (real) => claiming(real, () => ({ window: closed })) })).toEqual([
      "queued 0 in 86400",
      "0 logins, 0 submitted",
      "wake 1 in 86400",
    ]);
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

    expect((await outcomeOf({ emails: [{}], ports }))[0]).toBe(`queued 0 in ${7 * 86_400 - 60}`);
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

    expect(await outcomeOf({ emails: [{}, {}], ports })).toEqual([
      "sent 1; sent 1",
      "1 logins, 2 submitted",
      "publish sends 1,2",
      "closed",
    ]);
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
    expect(await outcomeOf({ login: down, ports: beside })).toEqual([
      "queued 0 in 5; queued 0 in 5; queued 0 in 5",
      "1 logins, 0 submitted",
      "wake 1 in 5,2 in 5,3 in 5",
    ]);
  });

  it("of eleven emails opens a second and a third connection when the first stands; of ten it does not", async () => {
    const outcome = async (count: number) => (await outcomeOf({ emails: Array.from({ length: count }, () => ({})) }))[1];

    expect([await outcome(10), await outcome(11)]).toEqual(["1 logins, 10 submitted", "3 logins, 11 submitted"]);
  });

  it("goes on over the connections that stand where the others are not let in, and blames nobody", async () => {
    let logins = 0;
    const ports = (real: DeliverPorts): Partial<DeliverPorts> => ({
      submissions: { open: async (account) => ((logins += 1) > 1 ? Promise.reject(down) : real.submissions.open(account)) },
    });

    const [left, done, ...events] = await outcomeOf({ emails: Array.from({ length: 11 }, () => ({})), ports });

    expect(new Set(left?.split("; "))).toEqual(new Set(["sent 1"]));
    expect([done, logins]).toEqual(["1 logins, 11 submitted", 3]);
    expect(events).toEqual([expect.stringMatching(/^publish sends/), "closed"]);
  });

  it("that found the first login refused asks for no other, and does not claim again", async () => {
    const emails = Array.from({ length: 60 }, () => ({}));

    const [left, done] = await outcomeOf({ emails, login: down });

    expect(done).toBe("1 logins, 0 submitted");
    expect(left?.split("; ").filter((one) => one.startsWith("queued 0"))).toHaveLength(10);
  });
});
