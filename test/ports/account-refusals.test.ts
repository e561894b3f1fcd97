import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { resumeMailbox } from "#shared/sending/store/delivery-rows.ts";
import { mailboxItem } from "#shared/attention/items.ts";
import type { PlacedEmail } from "#shared/sending/accept/draft.ts";
import type { Send } from "#shared/sending/send.ts";
import { waitsOf } from "#shared/sending/waiting.ts";
import { accountReplies } from "#test/support/account-replies.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import type { Fault, Script } from "#test/support/scriptable-smtp.ts";
import { type RigOptions, sendingRig } from "#test/support/sending-rig.ts";
import { smtpServers } from "#test/support/smtp-servers.ts";

const smtpServer = smtpServers();
const HOUR_MS = 3_600_000;
const ME = "sales@contoso.test";

/** The first `taken` mails are taken, all others refused at this step. */
const refusing = (at: string, reply: string, taken = 0): Script => {
  const step = { MAIL: "mail", RCPT: "rcpt", DATA: "data", dot: "dot" }[at]!;
  return { [step]: [...Array.from({ length: taken }, () => ({})), ...Array.from({ length: 500 }, () => ({ reply }))] };
};
const toOneDomain = (n: number) => ({ to: { name: "", email: `x${n}@ext.test` } });
const toMany = (n: number) => ({ to: { name: "", email: `x@ext${n}.test` } });

describeOnMongo("a refusal that may be about the account", (connect) => {
  const rigOn = async (script: Script, options: Partial<RigOptions> = {}) => {
    const smtp = await smtpServer(script);
    const rig = await sendingRig({ connect, smtp, ...options });
    const { userId, id } = rig.mailbox;
    const sends: Send[] = [];
    const read = () => Promise.all(sends.map((send) => rig.read(send)));
    return {
      smtp,
      rig,
      read,
      tried: () => [...smtp.tried.values()].reduce((sum, n) => sum + n, 0),
      accept: async (...emails: readonly Partial<PlacedEmail>[]) => void sends.push(...(await rig.accept(...emails))),
      mailbox: async () => (await rig.mailboxes.find(userId, id))!,
      by: async () =>
        Object.fromEntries([...Map.groupBy(await read(), ({ status }) => status)].map(([status, some]) => [status, some.length])),
      waitingFor: async () => {
        const found = await read();
        const waits = await waitsOf({ sends: rig.sends, mailboxes: rig.mailboxes, clock: rig.ports.clock }, userId, found);
        return new Set(found.filter(({ status }) => status === "queued").map((send) => waits(send).waitingFor));
      },
      pausedForMs: async () => ((await rig.sends.pauses([id])).get(id)?.until.getTime() ?? 0) - Date.now(),
      /** The time of the next probe comes. */
      later: async () => {
        await rawSends(await connect()).updateMany(
          { _id: { $in: sends.map((send) => oid(send.id)) }, status: "queued" },
          { $set: { dueAt: new Date(Date.now() - 1) } },
        );
        await resumeMailbox(await connect(), oid(id));
        await rig.deliver();
      },
      deliver: () => rig.deliver(),
      /** What is undecided has been so for this long, and is due. */
      undecidedFor: async (ms: number) =>
        void (await rawSends(await connect()).updateMany(
          { _id: { $in: sends.map((send) => oid(send.id)) }, undecidedSince: { $exists: true } },
          [{ $set: { undecidedSince: { $subtract: ["$undecidedSince", ms] } } }],
        )),
    };
  };
  const many = (count: number, of: (n: number) => object) => Array.from({ length: count }, (_, n) => of(n));

  it.each(accountReplies.filter(({ kind }) => kind !== "for now"))(
    "burns no queue: 200 mails, 20 are taken, then $at is refused by $reply",
    async ({ at, reply }) => {
      const world = await rigOn(refusing(at, reply, 20));
      await world.accept(...many(60, toOneDomain));

      await world.deliver();
      await world.deliver();

      expect(await world.by()).toEqual({ sent: 20, queued: 40 });
      expect((await world.read()).filter(({ status }) => status === "queued").map(({ attempts }) => attempts)).toEqual(
        many(40, () => ({})).map(() => 0),
      );
      expect(await world.waitingFor()).toEqual(new Set(["mailbox"]));
      const mailbox = await world.mailbox();
      expect(mailbox).toMatchObject({ status: "error", smtpLastError: reply, mailRefusedSince: expect.any(Date) });
      expect(mailboxItem(mailbox)).toMatchObject({ severity: "urgent", reason: reply });
      expect(await world.pausedForMs()).toBeGreaterThan(0.9 * HOUR_MS);
    },
  );

  it.each(accountReplies.filter(({ kind }) => kind === "quota"))(
    "knows a quota at once, also with a single mail: $reply",
    async ({ at, reply }) => {
      const world = await rigOn(refusing(at, reply));
      await world.accept(toOneDomain(1));

      await world.deliver();

      expect(await world.read()).toMatchObject([{ status: "queued", attempts: 0, lastError: reply }]);
      expect(await world.mailbox()).toMatchObject({ status: "error" });
    },
  );

  const ODD = "550 kein Versand";
  it("needs three recipients of different domains, and takes none for the mail's own", async () => {
    const world = await rigOn(refusing("dot", ODD), { mailbox: { type: "google" } });
    await world.accept(...many(10, toMany));

    await world.deliver();

    expect(await world.by()).toEqual({ queued: 10 });
    expect(world.tried()).toBe(3);
  });

  it("needs five recipients where all share one domain", async () => {
    const world = await rigOn(refusing("dot", ODD), { mailbox: { type: "google" } });
    await world.accept(...many(10, toOneDomain));

    await world.deliver();

    expect(await world.by()).toEqual({ queued: 10 });
    expect(world.tried()).toBe(5);
  });

  it("counts equal replies although each was final, and numbers, names and addresses do not make them differ", async () => {
    const dot = many(9, (n) => ({ reply: `550 5.1.1 <x${n}@ext.test>: user x${n} unknown (id 8${n}a7)` })) as Fault[];
    const world = await rigOn({ dot }, { mailbox: { type: "google" } });
    await world.accept(...many(9, toOneDomain));

    await world.deliver();

    expect(await world.by()).toEqual({ failed: 5, queued: 4 });
    expect(await world.mailbox()).toMatchObject({ status: "error" });
  });

  it("does not count different replies about recipients, nor one recipient again and again", async () => {
    const words = ["user unknown", "mailbox full", "no such user", "mailbox disabled", "recipient rejected", "mailbox not found"];
    const world = await rigOn({ dot: words.map((said) => ({ reply: `550 ${said}` })) }, { mailbox: { type: "google" } });
    await world.accept(...many(7, toMany));

    await world.deliver();

    expect(await world.by()).toEqual({ failed: 6, sent: 1 });
    expect(await world.mailbox()).toMatchObject({ status: "active" });
  });

  it("is the mail's as soon as other mail is accepted after it", async () => {
    const world = await rigOn({ dot: [{}, { reply: ODD }, {}] }, { mailbox: { type: "google" } });
    await world.accept(...many(3, toMany));

    await world.deliver();

    expect((await world.read()).map(({ status, lastError }) => [status, lastError])).toEqual([
      ["sent", ""],
      ["failed", ODD],
      ["sent", ""],
    ]);
    expect(await world.mailbox()).toMatchObject({ status: "active" });
  });

  it("is the mail's when nothing else is due and nobody else was told the same; the third such mail is the mailbox's", async () => {
    const world = await rigOn(refusing("dot", ODD));
    for (const n of [1, 2, 3]) {
      await world.accept(toMany(n));
      await world.deliver();
    }

    expect(await world.by()).toEqual({ failed: 1, queued: 2 });
    expect(await world.mailbox()).toMatchObject({ status: "error", smtpLastError: ODD });
  });

  it.each([2, 3, 4])(
    "fails none of the last %i mails of a queue that are refused alike, and after an hour it is the mailbox's",
    async (last) => {
      const world = await rigOn({ dot: [{}, {}, ...many(2 * last, () => ({ reply: ODD }))] }, { mailbox: { type: "google" } });
      await world.accept(...many(2 + last, toOneDomain));

      await world.deliver();
      expect(await world.by()).toEqual({ sent: 2, queued: last });
      expect(await world.waitingFor()).toEqual(new Set(["mailbox"]));
      expect(await world.mailbox()).toMatchObject({ status: "active" });

      await world.undecidedFor(HOUR_MS);
      await world.later();
      expect(await world.by()).toEqual({ sent: 2, queued: last });
      expect(await world.mailbox()).toMatchObject({ status: "error", smtpLastError: ODD });
      for (let probe = 0; probe < 2 * last; probe += 1) await world.later();
      expect(await world.by()).toEqual({ sent: 2 + last });
    },
  );

  it("is the mail's after an hour where nobody else was told the same", async () => {
    const world = await rigOn({ dot: [{ reply: ODD }, { reply: "554 otherwise" }, ...many(9, () => ({ reply: ODD }))] });
    await world.accept(toOneDomain(1));
    await world.deliver();

    expect(await world.by()).toEqual({ failed: 1 });
    expect(await world.mailbox()).toMatchObject({ status: "active" });
  });

  it.each([
    ["RCPT", "450 4.7.0 daily sending quota exceeded"],
    ["dot", "452 4.3.1 the quota of this sender is used up"],
    ["MAIL", "421 4.7.0 too many messages"],
  ])("has an end where a quota is told by a 4xx, at %s: %s", async (at, reply) => {
    const world = await rigOn(refusing(at, reply), { mailbox: { type: "google" } });
    const { userId, id } = world.rig.mailbox;
    const sinceHours = (hours: number) =>
      world.rig.mailboxes.update(userId, id, { mailRefusedSince: new Date(Date.now() - hours * HOUR_MS) });
    await world.accept(...many(5, toOneDomain));
    await world.deliver();
    expect(await world.mailbox()).toMatchObject({ status: "active", mailRefusedSince: expect.any(Date) });

    await sinceHours(25);
    await world.later();
    expect(await world.mailbox()).toMatchObject({ status: "error", smtpLastError: reply });
    expect(await world.by()).toEqual({ queued: 5 });

    await sinceHours(72);
    await world.later();
    await world.later();
    expect(await world.by()).toEqual({ failed: 5 });
    expect((await world.read()).map(({ lastError }) => lastError)).toEqual(
      many(5, () => ({})).map(() => `the mailbox's server has refused its mail for 72 hours: ${reply}`),
    );
  });

  it("fails nothing after 72 hours but what is refused once more: mail that is taken again leaves", async () => {
    const world = await rigOn({ dot: many(5, () => ({ reply: ODD })) }, { mailbox: { type: "google" } });
    await world.accept(...many(10, toOneDomain));
    await world.deliver();
    const { userId, id } = world.rig.mailbox;
    await world.rig.mailboxes.update(userId, id, { mailRefusedSince: new Date(Date.now() - 100 * HOUR_MS) });

    await world.later();

    expect(await world.by()).toEqual({ sent: 10 });
    expect(await world.mailbox()).toMatchObject({ status: "active", mailRefusedSince: null });
  });

  it("is not counted across mail that was accepted between", async () => {
    const world = await rigOn(
      { dot: [{ reply: ODD }, { reply: ODD }, {}, { reply: ODD }, { reply: ODD }, {}] },
      { mailbox: { type: "google" } },
    );
    await world.accept(...many(6, toMany));

    await world.deliver();

    expect(await world.by()).toEqual({ failed: 4, sent: 2 });
    expect(await world.mailbox()).toMatchObject({ status: "active" });
  });

  it("is probed by one mail at a time, in growing steps, and over as soon as one is accepted", async () => {
    const world = await rigOn({ dot: [...many(7, () => ({ reply: ODD })), {}] }, { mailbox: { type: "google" } });
    await world.accept(...many(30, toOneDomain));
    await world.deliver();
    const before = world.tried();

    await world.later();
    expect(world.tried()).toBe(before + 1);
    const { updatedAt: _, ...mailbox } = await world.mailbox();
    await world.rig.mailboxes.update(mailbox.userId, mailbox.id, { mailRefusedSince: new Date(Date.now() - 10 * HOUR_MS) });
    await world.later();
    expect(await world.pausedForMs()).toBeGreaterThan(4.9 * HOUR_MS);
    expect(await world.by()).toEqual({ queued: 30 });
    await world.later();

    expect(await world.by()).toEqual({ sent: 30 });
    expect(await world.mailbox()).toMatchObject({ status: "active", smtpLastError: "", mailRefusedSince: null, smtpFailures: 0 });
  });

  it("keeps its mail for 72 hours; then what waits fails, and what comes later waits its own time", async () => {
    const world = await rigOn(refusing("dot", ODD), { mailbox: { type: "google" } });
    await world.accept(...many(10, toOneDomain));
    await world.deliver();
    const { userId, id } = world.rig.mailbox;
    await world.rig.mailboxes.update(userId, id, { mailRefusedSince: new Date(Date.now() - 71 * HOUR_MS) });
    await world.later();
    expect(await world.by()).toEqual({ queued: 10 });
    expect(await world.pausedForMs()).toBeLessThan(1.01 * HOUR_MS);

    await world.rig.mailboxes.update(userId, id, { mailRefusedSince: new Date(Date.now() - 72 * HOUR_MS) });
    await world.later();
    await world.accept(toMany(99));
    await world.later();

    expect(await world.by()).toEqual({ failed: 10, queued: 1 });
    expect((await world.read())[0]).toMatchObject({ lastError: `the mailbox's server has refused its mail for 72 hours: ${ODD}` });
  });

  it("concerns one alias alone where only that is refused", async () => {
    const taken = new Set([ME]);
    const world = await rigOn({}, { mailbox: { email: ME, type: "google" } });
    const { submissions } = world.rig.ports;
    Object.assign(world.rig.ports, {
      submissions: {
        open: async (account: Parameters<typeof submissions.open>[0]) => {
          const opened = await submissions.open(account);
          const submit: typeof opened.submit = async (message, ...rest) =>
            taken.has(message.from) ? opened.submit(message, ...rest) : { kind: "refused", code: 554, reply: "554 5.2.252 SendAsDenied" };
          return { open: true, close: () => opened.close(), submit };
        },
      },
    });
    await world.accept(...many(20, toMany));
    const all = await world.read();
    const ids = all.filter((_, n) => n % 2 === 1).map(({ id }) => oid(id));
    await rawSends(await connect()).updateMany({ _id: { $in: ids } }, { $set: { fromEmail: "team@contoso.test" } });

    await world.deliver();

    expect(await world.by()).toEqual({ sent: 10, queued: 10 });
    expect(await world.waitingFor()).toEqual(new Set(["mailbox"]));
    for (const { status, dueAt } of await world.read())
      if (status === "queued") expect(dueAt!.getTime() - Date.now()).toBeGreaterThan(0.9 * HOUR_MS);
    expect(await world.mailbox()).toMatchObject({ status: "active" });
    taken.add("team@contoso.test");
    await world.later();
    expect(await world.by()).toEqual({ sent: 20 });
  });
});
