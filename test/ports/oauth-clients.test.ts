import { expect, it } from "vitest";
import { purgeCollections } from "#shared/accounts/store/purge.ts";
import { classifyConnectionError } from "#shared/mailboxes/connection/connection-errors.ts";
import { mailAccounts } from "#shared/mailboxes/connection/mail-accounts.ts";
import { type OAuthError, type OAuthTokens, readTokenAnswer } from "#shared/mailboxes/oauth/oauth.ts";
import { changeOAuthClient, type OAuthClient, withOwnClients } from "#shared/mailboxes/oauth/oauth-clients.ts";
import { oauthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";
import { mongoOAuthClients, mongoSealedOAuthClients } from "#shared/mailboxes/store/oauth-clients.ts";
import { mongoGrants, mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import type { Keyring } from "#shared/platform/credentials.ts";
import type { Refusal } from "#shared/platform/errors.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryEgressProxies } from "#test/support/memory/mailboxes.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

const keyring: Keyring = { current: "k1", keys: { k1: Buffer.alloc(32, 7).toString("base64") } };
const ring = async () => keyring;
const at = new Date("2026-11-21T10:00:00Z");
const aClient = (facts: Partial<OAuthClient> = {}): OAuthClient => {
  const id = ids.objectId();
  const named = { provider: "google", clientId: `c-${id}`, name: "Acme" } as const;
  return { id, userId: ids.objectId(), ...named, createdAt: at, updatedAt: at, ...facts };
};
const refusalOf = (error: unknown) => (error as Refusal).reason;

describeOnMongo("OAuth clients", (connect) => {
  const clients = mongoSealedOAuthClients(connect, ring);
  const mailboxes = mongoSealedMailboxes(connect, ring);
  const grants = mongoGrants(connect, ring);
  const configured = async () => oauthProviders({ google: { client_id: "ours", client_secret: "ours" } });

  /** A client with mailboxes whose grants are named. */
  const used = async (...refreshTokens: readonly string[]) => {
    const client = aClient();
    await clients.insert(client, "old", 9);
    const boxes = refreshTokens.map(() => aMailbox({ type: "google", userId: client.userId, oauthClientId: client.id }));
    for (const [n, mailbox] of boxes.entries()) await mailboxes.insert(mailbox, { refreshToken: refreshTokens[n] });
    return { client, boxes };
  };
  /** A token endpoint that answers a refresh token as it is called, and notes with which secret. */
  const tokenEndpoint = (answers: Readonly<Record<string, readonly [status: number, body: object]>>) => {
    const asked: string[] = [];
    const refresh: OAuthTokens["refresh"] = async ({ clientId, clientSecret }, token) => {
      asked.push(`${clientId} ${clientSecret} ${token}`);
      const [status, body] = answers[token] ?? [400, { error: "invalid_grant" }];
      return readTokenAnswer(status, body, new Date());
    };
    return { asked, oauthTokens: { refresh, exchangeCode: async () => Promise.reject(new Error("not used")) } };
  };
  const rotate = (client: OAuthClient, oauthTokens: OAuthTokens) =>
    changeOAuthClient({ oauthClients: clients, providers: configured, oauthTokens, grants }, client.userId, client.id, {
      clientSecret: "new",
    });
  const secretOf = async ({ userId, id }: OAuthClient) => (await clients.open(userId, id))?.secret;
  const good = [200, { access_token: "at.2", expires_in: 3600 }] as const;

  it("hold no secret in clear text, and give it only with the account that it is sealed for", async () => {
    const client = aClient();
    await clients.insert(client, "canary", 9);

    const stored = await (await connect()).collection("oauthClients").findOne({ clientId: client.clientId }, TEST_ONLY);

    expect(JSON.stringify(stored)).not.toContain("canary");
    expect(await clients.open(client.userId, client.id)).toEqual({ client, secret: "canary" });
    expect(await clients.open(ids.objectId(), client.id)).toBeUndefined();
    expect(await mongoOAuthClients(connect).find(client.userId, client.id)).toEqual(client);
  });

  it("are at most as many as allowed, and one for a client id", async () => {
    const { userId } = aClient();
    const same = { userId, clientId: "same" };

    expect(await clients.insert(aClient(same), "s", 2)).toBe(true);
    await expect(clients.insert(aClient(same), "s", 2)).rejects.toSatisfy((error) => refusalOf(error) === "conflict");
    expect(await clients.insert(aClient({ userId }), "s", 2)).toBe(true);
    expect(await clients.insert(aClient({ userId }), "s", 2)).toBe(false);
  });

  it("are deleted or used by a mailbox that is connected at that time, and never both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const client = aClient();
      await clients.insert(client, "s", 9);
      const mailbox = aMailbox({ type: "google", userId: client.userId, oauthClientId: client.id });

      const [deleted, connected] = await Promise.allSettled([
        clients.delete(client.userId, client.id),
        mailboxes.insert(mailbox, { refreshToken: "rt" }),
      ]);

      const isDeleted = (await clients.find(client.userId, client.id)) === undefined;
      expect(deleted).toMatchObject({ status: "fulfilled", value: isDeleted ? 0 : 1 });
      expect(connected.status).toBe(isDeleted ? "rejected" : "fulfilled");
      expect((await mailboxes.find(client.userId, mailbox.id)) === undefined).toBe(isDeleted);
    }
  });

  it("cannot be deleted while a mailbox moves to them, and are free when it moves on", async () => {
    const { client, boxes } = await used("rt.1");
    const [box] = boxes;
    const other = aClient({ userId: client.userId });
    await clients.insert(other, "s", 9);

    expect(await clients.delete(client.userId, client.id)).toBe(1);
    await mailboxes.update(client.userId, box!.id, { oauthClientId: other.id });
    expect(await clients.delete(client.userId, client.id)).toBe(0);
    expect(await clients.delete(client.userId, client.id)).toBeUndefined();
    await mailboxes.update(client.userId, box!.id, { oauthClientId: undefined });
    expect(await mailboxes.find(client.userId, box!.id)).not.toHaveProperty("oauthClientId");
    expect(await clients.delete(client.userId, other.id)).toBe(0);
    const gone = mailboxes.update(client.userId, box!.id, { oauthClientId: other.id });
    await expect(gone).rejects.toSatisfy((error) => refusalOf(error) === "notFound");
  });

  it("go with their account", async () => {
    const client = aClient();
    await clients.insert(client, "s", 9);
    await purgeCollections(await connect(), ["oauthClients", "mailboxes"], client.userId);

    expect(await clients.find(client.userId, client.id)).toBeUndefined();
  });

  it("refresh the grants of their mailboxes; a refused secret is an error and never a lost consent", async () => {
    const { client, boxes } = await used("rt.1", "rt.2");
    const { asked, oauthTokens } = tokenEndpoint({ "rt.1": good, "rt.2": [401, { error: "invalid_client" }] });
    const providers = withOwnClients(configured, clients);
    const pause = async () => undefined;
    const accounts = mailAccounts({ mailboxes, grants, providers, oauthTokens, egressProxies: memoryEgressProxies(), clock, pause });

    await accounts.smtp(boxes[0]!);
    const error: unknown = await accounts.smtp(boxes[1]!).catch((one: unknown) => one);

    expect(asked).toEqual([`${client.clientId} old rt.1`, `${client.clientId} old rt.2`]);
    const failure = classifyConnectionError(error, { protocol: "SMTP", credential: "oauth" });
    expect(failure).toMatchObject({ status: "error", immediate: false, message: expect.stringContaining("/v1/oauth-clients") });
  });

  it("that are gone leave a mailbox in error, and ask as nobody else", async () => {
    const { boxes } = await used("rt.1");
    const { asked, oauthTokens } = tokenEndpoint({ "rt.1": good });
    const providers = withOwnClients(configured, { open: async () => undefined });
    const pause = async () => undefined;
    const accounts = mailAccounts({ mailboxes, grants, providers, oauthTokens, egressProxies: memoryEgressProxies(), clock, pause });

    await expect(accounts.smtp(boxes[0]!)).rejects.toMatchObject({ reason: "client" } satisfies Partial<OAuthError>);
    expect(asked).toEqual([]);
  });

  it.each([
    ["stored when a mailbox's grant is renewed with it", { "rt.1": good }, "new", undefined, ["rt.1"]],
    ["refused when the provider refuses the client", { "rt.1": [401, { error: "invalid_client" }] }, "old", "invalid", ["rt.1"]],
    ["refused when the provider knows no such client", { "rt.1": [400, { error: "unauthorized_client" }] }, "old", "invalid", ["rt.1"]],
    ["tried with the next mailbox when a consent was withdrawn", { "rt.2": good }, "new", undefined, ["rt.1", "rt.2"]],
    ["refused by the next mailbox's refresh, too", { "rt.2": [401, { error: "invalid_client" }] }, "old", "invalid", ["rt.1", "rt.2"]],
    ["stored when all consents were withdrawn, which only an accepted client is told", {}, "new", undefined, ["rt.1", "rt.2"]],
    ["not judged while the provider is down", { "rt.1": [503, {}], "rt.2": [503, {}] }, "old", "unavailable", ["rt.1", "rt.2"]],
    ["not judged by an answer about something else", { "rt.1": [400, { error: "invalid_scope" }] }, "old", "unavailable", ["rt.1", "rt.2"]],
  ] as const)("take a new secret, which is %s", async (_when, answers, kept, refused, tried) => {
    const { client } = await used("rt.1", "rt.2");
    const { asked, oauthTokens } = tokenEndpoint(answers);

    const outcome = await rotate(client, oauthTokens).then(() => undefined, refusalOf);

    expect([outcome, await secretOf(client)]).toEqual([refused, kept]);
    expect(asked.toSorted()).toEqual(tried.map((token) => `${client.clientId} new ${token}`));
  });

  it("keep the refresh token that proving a secret returned, because the old one may be spent", async () => {
    const { client, boxes } = await used("rt.1");
    const { oauthTokens } = tokenEndpoint({ "rt.1": [200, { access_token: "at", refresh_token: "rt.next" }] });

    await rotate(client, oauthTokens);

    expect(await grants.read(boxes[0]!)).toMatchObject({ refreshToken: "rt.next", accessToken: "at", version: 2 });
  });
});
