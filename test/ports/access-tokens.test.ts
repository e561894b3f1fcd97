import { randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { mongoGrants, mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { type Keyring, unseal } from "#shared/platform/credentials.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { describeOnMongo, describePort } from "#test/support/port-suite.ts";

const keyring: Keyring = { current: "k1", keys: { k1: randomBytes(32).toString("base64") } };
const ring = async () => keyring;
const expiry = new Date("2026-11-21T10:00:00Z");

describePort(
  "the transport of an access token",
  {
    memory: () => {
      const mailboxes = memoryMailboxes();
      return { mailboxes, grants: mailboxes.grants };
    },
    mongo: (connect) => ({ mailboxes: mongoSealedMailboxes(connect, ring), grants: mongoGrants(connect, ring) }),
  },
  ({ mailboxes, grants }) => {
    it("is stored with it, and gone with it", async () => {
      const mailbox = aMailbox({ type: "outlook" });
      await mailboxes.insert(mailbox, { refreshToken: "rt.1", accessToken: "at.1", accessTokenExpiresAt: expiry });

      await grants.store(mailbox, 1, { accessToken: "at.2", accessTokenExpiresAt: expiry, accessTokenFor: "graph" });
      expect(await grants.read(mailbox)).toMatchObject({ accessToken: "at.2", accessTokenFor: "graph" });
      await grants.store(mailbox, 1, { accessToken: "at.3", accessTokenExpiresAt: expiry });
      expect(await grants.read(mailbox)).toEqual({ refreshToken: "rt.1", accessToken: "at.3", accessTokenExpiresAt: expiry, version: 1 });
      await grants.store(mailbox, 1, { accessToken: "at.4", accessTokenExpiresAt: expiry, accessTokenFor: "graph" });
      await grants.forget(mailbox, "at.4");
      expect(await grants.read(mailbox)).toEqual({ refreshToken: "rt.1", version: 1 });
    });
  },
);

describeOnMongo("stored access tokens", (connect) => {
  const mailboxes = mongoSealedMailboxes(connect, ring);

  it("of an older version, which say in a word that they are for Graph, are read as they are and written anew", async () => {
    const grants = mongoGrants(connect, ring);
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, { refreshToken: "rt.1", accessToken: "graph at.1", accessTokenExpiresAt: expiry });

    expect(await grants.read(mailbox)).toMatchObject({ accessToken: "at.1", accessTokenFor: "graph" });
    expect(await mailboxes.secrets(mailbox)).toMatchObject({ accessToken: "at.1", accessTokenFor: "graph" });
    await grants.forget(mailbox, "at.1");
    expect(await grants.read(mailbox)).toEqual({ refreshToken: "rt.1", version: 1 });
    await grants.store(mailbox, 1, { accessToken: "at.2", accessTokenExpiresAt: expiry, accessTokenFor: "graph" });
    const stored = await mailboxesOf(await connect()).findOne({ _id: new ObjectId(mailbox.id) });
    const binding = { userId: mailbox.userId, recordId: mailbox.id, field: "accessToken" };
    expect([stored?.accessTokenFor, unseal(keyring, binding, stored?.sealed.accessToken ?? "")]).toEqual(["graph", "at.2"]);
  });

  it("of a worker that still writes the word count for what the word says", async () => {
    const grants = mongoGrants(connect, ring);
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, {
      refreshToken: "rt.1",
      accessToken: "at.1",
      accessTokenExpiresAt: expiry,
      accessTokenFor: "imap_smtp",
    });
    await grants.store(mailbox, 1, { accessToken: "graph at.2", accessTokenExpiresAt: expiry, accessTokenFor: "imap_smtp" });

    expect(await grants.read(mailbox)).toMatchObject({ accessToken: "at.2", accessTokenFor: "graph" });
  });
});
