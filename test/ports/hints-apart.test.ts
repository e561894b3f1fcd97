// Whose hint it is: of a topic's project, of a watch that is on, of mailboxes that work.
import { expect, it } from "vitest";
import { mongoHints } from "#shared/inbox/store/hints.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { mailboxesOf, owned } from "#shared/mailboxes/store/mailbox-documents.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { ids } from "#shared/platform/system.ts";
import { ring } from "#test/support/account-world.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const HOUR_MS = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms);

describeOnMongo("hints", (connect) => {
  const hints = mongoHints(connect);
  const mailboxes = mongoSealedMailboxes(connect, ring);
  const box = async (facts: Partial<Mailbox> = {}) => {
    const mailbox = aMailbox({ type: "google", transportUsed: "gmail_api", inboxSyncEnabled: true, ...facts });
    await mailboxes.insert(mailbox, { refreshToken: "rt" });
    return mailbox;
  };
  const watched = async (id: string, facts: Partial<Mailbox> = {}, proof = "") => {
    const mailbox = await box(facts);
    await hints.keep(mailbox, { id, proof, until: inMs(HOUR_MS) }, HOUR_MS);
    return mailbox;
  };
  const hintsOf = async (mailbox: Mailbox) => (await mailboxesOf(await connect()).findOne(owned(mailbox)))?.hints;
  const change = async (mailbox: Mailbox, fields: object) =>
    void (await mailboxesOf(await connect()).updateOne(owned(mailbox), { $set: fields }));

  it("of a project are of its topics alone, not of projects whose names begin or sort like it", async () => {
    const email = `${ids.random(8)}@acme.test`;
    const own = await watched("projects/acme/topics/mail", { email });
    for (const id of [
      "projects/acme-prod/topics/mail",
      "projects/acm/topics/mail",
      "projects/acme/topicsx",
      "projects/zoo/topics/a",
      "a",
      "z",
    ])
      await watched(id, { email });
    const proven = (address: string, project: string) => hints.proven({ address, project });

    expect(await proven(email, "acme")).toEqual([own.id]);
    expect(await proven(email, "ac")).toEqual([]);
    expect(await proven("joe@acme.test", "acme")).toEqual([]);
  });

  it("are told of twenty accounts' mailboxes with an address at most", async () => {
    const email = `${ids.random(8)}@acme.test`;
    for (let n = 0; n < 21; n += 1) await watched("projects/acme/topics/mail", { email });

    expect(await hints.proven({ address: email, project: "acme" })).toHaveLength(20);
  });

  it.each<[string, Partial<Mailbox>]>([
    ["reads no inbox", { inboxSyncEnabled: false }],
    ["was deleted", { deletedAt: new Date(0) }],
  ])("are none of a mailbox that %s, by whatever proof", async (_, facts) => {
    const email = `${ids.random(8)}@acme.test`;
    const mailbox = await watched("projects/acme/topics/mail", { email, ...facts }, "proof");

    expect(await hints.proven({ address: email, project: "acme" })).toEqual([]);
    expect(await hints.proven([{ mailboxId: mailbox.id, proof: "proof" }])).toEqual([]);
  });

  it("judge no mailbox that is not watched", async () => {
    const mailbox = await box();
    await hints.judge(mailbox);

    expect(await hintsOf(mailbox)).toBeUndefined();
  });

  it("count as told for five minutes before the mail, no longer", async () => {
    const told = async (agoMs: number) => {
      const mailbox = await watched("s");
      await change(mailbox, { "hints.at": inMs(-agoMs) });
      await hints.judge(mailbox);
      return (await hintsOf(mailbox))?.untoldSince === undefined;
    };

    expect([await told(290_000), await told(310_000)]).toEqual([true, false]);
  });

  it("come five seconds apart at least, after however many", async () => {
    const mailbox = await watched("s");
    const delays = async () => (await hints.take([mailbox.id])).map(({ delaySeconds }) => delaySeconds);

    expect([await delays(), await delays(), await delays()]).toEqual([[0], [5], []]);
    await change(mailbox, { "hints.pollAt": inMs(-4_000) });
    const [soon = 0] = await delays();
    expect([soon > 0, soon <= 2]).toEqual([true, true]);
    expect(await hints.take([ids.objectId()])).toEqual([]);
  });

  it("have watches renewed where they are due or missing, of mailboxes that work, each once in ten minutes", async () => {
    const [missing, due, later] = [await box(), await watched("s1"), await watched("s2")];
    const idle = [
      await box({ status: "error" }),
      await box({ inboxSyncEnabled: false }),
      await box({ transportUsed: "imap_smtp" }),
      await box({ deletedAt: new Date(0) }),
    ];
    await change(due, { "hints.renewAt": inMs(-1) });
    const mine = [missing, due, later, ...idle].map(({ id }) => id);
    const found = async () => (await hints.due(1_000)).filter(({ mailbox: { id } }) => mine.includes(id));
    const first = await found();

    expect(new Set(first.map(({ mailbox: { id } }) => id))).toEqual(new Set([missing.id, due.id]));
    expect(new Set(first.map(({ watch }) => watch?.id))).toEqual(new Set(["s1", undefined]));
    expect(await found()).toEqual([]);
    for (const mailbox of [missing, due])
      expect(Math.abs((await hintsOf(mailbox))!.renewAt!.getTime() - Date.now() - 600_000)).toBeLessThan(60_000);
    // Without a new watch the time alone is set.
    await hints.keep(due, undefined, HOUR_MS);
    expect(await hintsOf(due)).toMatchObject({ id: "s1" });
    expect(Math.abs((await hintsOf(due))!.renewAt!.getTime() - Date.now() - HOUR_MS)).toBeLessThan(60_000);
  });
});
