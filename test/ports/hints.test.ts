import { expect, it } from "vitest";
import { createPubsub } from "#infra/local/sandbox/gmail/gmail-api.ts";
import { proofOf, renewWatches } from "#shared/inbox/hints/renew-watches.ts";
import { takeGmailHints, takeGraphHints } from "#shared/inbox/hints/take-hints.ts";
import { intervalMs } from "#shared/inbox/pull/polling.ts";
import { mongoHints } from "#shared/inbox/store/hints.ts";
import { mongoSyncTargets } from "#shared/inbox/store/sync-states.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { mailboxesOf, owned } from "#shared/mailboxes/store/mailbox-documents.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoAttention } from "#shared/attention/store.ts";
import type { Log } from "#shared/platform/ports.ts";
import { ids } from "#shared/platform/system.ts";
import { pubsubTokens, signingKeys } from "#shared/transports/oauth.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const ring = async () => ({ current: "k1", keys: { k1: Buffer.alloc(32, 7).toString("base64") } });
const silent = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Log;
const DAY_MS = 24 * 3_600_000;
const TOPIC = "projects/acme-prod/topics/mail";

describeOnMongo("hints", (connect) => {
  const hints = mongoHints(connect);
  const mailboxes = mongoSealedMailboxes(connect, ring);
  const aWatched = async (facts: Partial<Mailbox> = {}, watch: object = {}): Promise<{ mailbox: Mailbox; proof: string }> => {
    const over = { type: "outlook", transport: "graph", transportUsed: "graph", inboxSyncEnabled: true } as const;
    const mailbox = aMailbox({ ...over, ...facts });
    await mailboxes.insert(mailbox, { refreshToken: "rt" });
    const proof = proofOf(`secret of ${mailbox.id}`);
    await hints.keep(mailbox, { id: "s", proof, until: new Date(Date.now() + DAY_MS), ...watch }, DAY_MS);
    return { mailbox, proof };
  };
  const take = async ({ mailbox, proof }: { mailbox: Mailbox; proof: string }) =>
    hints.take(await hints.proven([{ mailboxId: mailbox.id, proof }]));
  const change = async (mailbox: Mailbox, fields: object) =>
    void (await mailboxesOf(await connect()).updateOne(owned(mailbox), { $set: fields }));
  const targetOf = async (mailbox: Mailbox) => {
    const { targets } = await mongoSyncTargets(connect).page(undefined, undefined, 1_000);
    return targets.find(({ id }) => id === mailbox.id)!;
  };

  it("cause one poll at once, and one more for all that come within five seconds", async () => {
    const watched = await aWatched();

    const [first, second, third] = [await take(watched), await take(watched), await take(watched)];

    const { id, userId } = watched.mailbox;
    expect(first).toEqual([{ id, userId, delaySeconds: 0 }]);
    expect(second).toEqual([{ id, userId, delaySeconds: 5 }]);
    expect(third).toEqual([]);
    await change(watched.mailbox, { "hints.pollAt": new Date(Date.now() - 60_000) });
    expect(await take(watched)).toEqual([{ id, userId, delaySeconds: 0 }]);
  });

  it("of a flood are two polls at most, however many come at once", async () => {
    const watched = await aWatched();

    const taken = await Promise.all(Array.from({ length: 30 }, () => take(watched)));

    expect(taken.flat().length).toBeLessThanOrEqual(2);
    expect(taken.flat()).toContainEqual(expect.objectContaining({ delaySeconds: 0 }));
  });

  it("without proof, for an unknown mailbox, one that is not read or was deleted, cause nothing", async () => {
    const watched = await aWatched();
    const unread = await aWatched({ inboxSyncEnabled: false });
    const deleted = await aWatched();
    await mailboxes.delete(deleted.mailbox.userId, deleted.mailbox.id);

    expect(await take({ ...watched, proof: proofOf("guess") })).toEqual([]);
    expect(await hints.proven([{ mailboxId: ids.objectId(), proof: watched.proof }])).toEqual([]);
    expect([await take(unread), await take(deleted)]).toEqual([[], []]);
  });

  it("of a hundred forged secrets, of known mailboxes too, cost one read and no write", async () => {
    const [watched, other] = [await aWatched(), await aWatched()];
    const ports = { hints, syncQueue: { add: async () => expect.unreachable() }, isOn: () => true };
    const forged = [watched.mailbox.id, other.mailbox.id, ...Array.from({ length: 98 }, () => ids.objectId())];
    const value = forged.map((id) => ({ clientState: `${id}.${ids.random(24)}`, lifecycleEvent: "missed" }));

    const cost = await countDocuments(connect, () => takeGraphHints(ports, { query: {}, body: { value } } as never));

    expect(cost).toMatchObject({ commands: 1, read: 0, written: 0 });
    // The proof of one mailbox is none for another that is named beside it.
    const crossed = [
      { mailboxId: watched.mailbox.id, proof: other.proof },
      { mailboxId: other.mailbox.id, proof: watched.proof },
    ];
    expect(await hints.proven(crossed)).toEqual([]);
    expect(await hints.proven([])).toEqual([]);
  });

  it("of a mailbox's life renew its watch, and no other's", async () => {
    const [ending, lasting] = [await aWatched(), await aWatched()];
    const renewAt = async ({ mailbox }: { mailbox: Mailbox }) =>
      (await mailboxesOf(await connect()).findOne(owned(mailbox)))?.hints?.renewAt;
    const before = await renewAt(lasting);

    await hints.hurry(await hints.proven([{ mailboxId: ending.mailbox.id, proof: ending.proof }]));

    expect([await renewAt(ending), await renewAt(lasting)]).toEqual([new Date(0), before]);
    await hints.keep(ending.mailbox, undefined, DAY_MS);
  });

  it("make polls rare while they tell of mail, for a day, and no longer once mail came untold", async () => {
    const watched = await aWatched();
    const { mailbox } = watched;
    const interval = async () => intervalMs(await targetOf(mailbox), Date.now(), 2) / 60_000;
    expect(await interval()).toBe(2);

    await take(watched);
    await hints.judge(mailbox);
    expect(await interval()).toBe(10);

    await change(mailbox, { "hints.toldAt": new Date(Date.now() - DAY_MS - 1) });
    expect(await interval()).toBe(2);

    await hints.judge(mailbox);
    expect(await interval()).toBe(10);
    await change(mailbox, { "hints.until": new Date(Date.now() - 1) });
    expect(await interval()).toBe(2);

    await change(mailbox, { "hints.until": new Date(Date.now() + DAY_MS), "hints.at": new Date(Date.now() - 600_000) });
    await hints.judge(mailbox);
    expect(await interval()).toBe(2);
  });

  it("that tell of no mail for a day are told to a person, until one tells", async () => {
    const watched = await aWatched();
    const { mailbox } = watched;
    const { id, userId, email } = mailbox;
    const told = async (before = new Date(), whose = {}) => (await mongoAttention(connect).untoldMailboxes(userId, before, 5, whose)).rows;
    const since = async () => (await mailboxesOf(await connect()).findOne(owned(mailbox)))?.hints?.untoldSince;
    await change(mailbox, { "hints.at": new Date(Date.now() - DAY_MS) });
    expect(await told()).toEqual([]);

    await hints.judge(mailbox);
    const first = await since();
    await hints.judge(mailbox);

    expect([await since(), await told()]).toEqual([first, [{ id, email, untoldSince: first }]]);
    expect(await told(new Date(Date.now() - DAY_MS))).toEqual([]);
    expect(await told(new Date(), { mailboxIds: [] })).toEqual([]);
    await take(watched);
    await hints.judge(mailbox);
    expect([await since(), await told()]).toEqual([undefined, []]);
  });

  it("are asked for once where they are due, again a day later, and an hour later where that was refused", async () => {
    const over = { type: "outlook", transportUsed: "graph", inboxSyncEnabled: true } as const;
    const fresh = aMailbox(over);
    const broken = aMailbox(over);
    const imap = aMailbox({ inboxSyncEnabled: true, type: "google" });
    for (const mailbox of [fresh, broken, imap]) await mailboxes.insert(mailbox, { refreshToken: "rt" });
    const asked: string[] = [];
    const secrets: string[] = [];
    const ports = {
      hints,
      mailAccounts: { imap: async (mailbox: Mailbox) => ({ apiUrl: "https://graph.test", mailboxId: mailbox.id }) as never },
      oauthClients: { find: async () => undefined },
      hookUrl: "https://mail.test/v1/hooks",
      topic: undefined,
      ids,
      log: silent,
      beginWatch: async ({ mailboxId = "" }: { mailboxId?: string }, { secret, known }: { secret: string; known: string | undefined }) => {
        asked.push(`${mailboxId} ${known ?? "-"}`);
        secrets.push(secret);
        if (mailboxId === broken.id) throw new Error("503");
        return { id: "sub-1", until: new Date(Date.now() + DAY_MS) };
      },
    };

    expect(await renewWatches(ports as never)).toEqual({ renewed: 1, failed: 1 });
    expect(await renewWatches(ports as never)).toEqual({ renewed: 0, failed: 0 });

    expect(asked.toSorted()).toEqual([`${fresh.id} -`, `${broken.id} -`].toSorted());
    const secret = secrets.find((one) => one.startsWith(fresh.id)) ?? "";
    expect(await take({ mailbox: fresh, proof: proofOf(secret) })).toHaveLength(1);
    await change(fresh, { "hints.renewAt": new Date(Date.now() - 1) });
    await renewWatches(ports);
    // The same subscription keeps its secret.
    expect(asked.at(-1)).toBe(`${fresh.id} sub-1`);
    await change(fresh, { "hints.pollAt": new Date(0) });
    expect(await take({ mailbox: fresh, proof: proofOf(secret) })).toHaveLength(1);
    expect((await mailboxes.find(broken.userId, broken.id))?.status).toBe("active");
  });

  it("of Gmail are taken with Google's signature alone, for mailboxes under a topic of the signer's project", async () => {
    const gmail = { type: "google", transportUsed: "gmail_api" } as const;
    const { mailbox } = await aWatched({ ...gmail, email: "jane@acme.test" }, { id: TOPIC, proof: "" });
    const elsewhere = await aWatched({ ...gmail, email: "joe@acme.test" }, { id: "projects/other-prod/topics/mail", proof: "" });
    const pubsub = createPubsub(new Map(), () => "1");
    const audience = "https://mail.test/v1/hooks/gmail";
    let reads = 0;
    const callHttp = async () => {
      reads += 1;
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(pubsub.keys)) };
    };
    const clock = { now: () => new Date() };
    const signedBy = pubsubTokens({
      keys: signingKeys({ callHttp, clock }),
      clock,
      keysUrl: async () => "https://keys.test/",
      audience: () => audience,
    });
    const queued: string[] = [];
    const syncQueue = { add: async (all: readonly { readonly id: string }[]) => void queued.push(...all.map(({ id }) => id)) };
    const hear = async (token: string, emailAddress = mailbox.email) => {
      const data = Buffer.from(JSON.stringify({ emailAddress, historyId: 7 })).toString("base64url");
      const request = { headers: { authorization: `Bearer ${token}` }, body: { message: { data } } };
      const answer = takeGmailHints({ hints, syncQueue, isOn: () => true, signedBy }, request as never);
      return answer.then(
        ({ status }) => status,
        (error: { reason: string }) => error.reason,
      );
    };
    const email = "push@acme-prod.iam.gserviceaccount.com";
    const now = Math.floor(Date.now() / 1000);
    const forged = createPubsub(new Map(), () => "1").sign(audience, email);

    for (const token of [
      "a.b.c",
      forged,
      pubsub.sign("https://other.example/", email),
      pubsub.sign(audience, "push@gmail.com"),
      pubsub.sign(audience, "push@acme-prod.iam.gserviceaccount.com.evil.test"),
      pubsub.sign(audience, email, { email_verified: false }),
      pubsub.sign(audience, email, { exp: now - 120 }),
      pubsub.sign(audience, email, { iss: "https://accounts.evil.test" }),
      pubsub.sign(audience, email, {}, { alg: "none" }),
      pubsub.sign(audience, email, {}, { kid: "unknown" }),
    ])
      expect(await hear(token)).toBe("unauthorized");
    expect(queued).toEqual([]);
    // The forged one asked for the keys, the unknown one not again.
    expect(reads).toBe(1);

    expect(await hear(pubsub.sign(audience, email), elsewhere.mailbox.email)).toBe(202);
    expect(queued).toEqual([]);
    expect(await hear(pubsub.sign(audience, email), mailbox.email.toUpperCase())).toBe(202);
    expect(queued).toEqual([mailbox.id]);
    expect(reads).toBe(1);
  });
});
