import tls from "node:tls";
import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { speaksTls, upgradeTls } from "#shared/platform/egress/tls.ts";
import { imapMailReader } from "#shared/transports/imap/mail-reader.ts";
import { imapConnections } from "#shared/transports/imap/open-connection.ts";
import { type Connect, connectMongo } from "#shared/platform/mongo/database.ts";
import { mongoGrants, mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoIpRegistry } from "#shared/mailboxes/store/mailboxes.ts";
import { httpPosts } from "#shared/platform/egress/http-posts.ts";
import { createOAuthTokens } from "#shared/transports/oauth.ts";
import { smtpSubmissions } from "#shared/transports/smtp/submissions.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { configureInbox } from "#shared/mailboxes/configure-inbox.ts";
import { connectMailbox, type ConnectRequest } from "#shared/mailboxes/connect-mailbox.ts";
import { mailLogins } from "#shared/inbox/purge-mailbox.ts";
import { connectionTests, testMailbox } from "#shared/mailboxes/connection/connection-tests.ts";
import { mailAccounts } from "#shared/mailboxes/connection/mail-accounts.ts";
import type { ImapAccount } from "#shared/mailboxes/mailbox.ts";
import { oauthUrl } from "#shared/mailboxes/oauth/authorise.ts";
import { oauthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { freshDatabase } from "#test/support/port-suite.ts";
import { missing, startPeers, type Peers } from "./peers.ts";

const absent = missing();
if (absent.length > 0) console.log(`interop of OAuth mailboxes is skipped, missing: ${absent.join(", ")}`);

const keyring = async () => ({ current: "k1", keys: { k1: Buffer.alloc(32, 7).toString("base64") } });
const redirectUri = "https://app.example/callback";
const IMAP_SCOPE = "https://mail.google.com/";

describe.runIf(absent.length === 0)("a google mailbox against an OAuth server and Dovecot", () => {
  const database = freshDatabase(inject("mongoUris")["embedded"] ?? "");
  const userId = ids.objectId();
  let peers: Peers;
  let ports: ReturnType<typeof worker>;

  beforeAll(async () => {
    peers = await startPeers();
    tls.setDefaultCACertificates([...tls.getCACertificates("default"), peers.ca]);
    await database.open();
    ports = worker(database.connect);
  });
  beforeEach(() => {
    Object.assign(peers.oauth.behaviour, { rotate: false, fail: 0, expiresInSeconds: 3600, scope: undefined });
    peers.oauth.calls.length = 0;
  });
  afterAll(async () => {
    await database.close();
    await peers?.stop();
  });

  /** What one function environment has: the real adapters over its own connection to the database. */
  const worker = (connect: Connect) => {
    const egress = { openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*,::1/128:*") }), upgradeTls };
    const mailboxes = mongoSealedMailboxes(connect, keyring);
    const common = {
      mailboxes,
      egressProxies: mongoIpRegistry(connect, keyring),
      oauthTokens: createOAuthTokens({ clock, postHttp: httpPosts(egress) }),
      clock,
      ids,
    };
    const client = { client_id: "client", client_secret: "secret" };
    const urls = { authorize_url: `${peers.oauth.issuer}/authorize`, token_url: `${peers.oauth.issuer}/token` };
    const servers = {
      imap: { host: "localhost", port: peers.ports.imaps },
      smtp: { host: "localhost", port: peers.ports.submission, secure: "starttls" as const },
    };
    const providers = async () => oauthProviders({ google: { ...client, ...urls, ...servers } });
    const grants = mongoGrants(connect, keyring);
    const mailReader = imapMailReader(imapConnections(egress));
    return {
      ...common,
      providers,
      grants,
      mailReader,
      mailAccounts: mailAccounts({ ...common, grants, providers, pause }),
      connectionTests: connectionTests(mailLogins({ submissions: smtpSubmissions(egress), mailReader, speaksTls: speaksTls(egress) })),
    };
  };
  const anAddress = () => `box-${randomBytes(4).toString("hex")}@local.test`;
  const google = (grant: object, facts: object = {}): ConnectRequest => ({ type: "google", grant, ...facts });
  const connected = async () => {
    const email = anAddress();
    return connectMailbox(ports, userId, google({ refreshToken: peers.oauth.grant(email, IMAP_SCOPE) }));
  };
  const statusOf = async (id: string) => (await ports.mailboxes.find(userId, id))?.status;
  /** Lets the stored access token end in so many seconds, as our clock sees it. */
  const endTokenIn = (id: string, seconds: number) =>
    ports.grants
      .read({ userId, id })
      .then((grant) =>
        ports.mailboxes.update(
          userId,
          id,
          {},
          { accessToken: grant?.accessToken, accessTokenExpiresAt: new Date(Date.now() + seconds * 1000) },
        ),
      );
  const logIn = async (account: ImapAccount | undefined) => {
    if (!account) throw new Error("no IMAP");
    const session = await ports.mailReader.open(account, AbortSignal.timeout(10_000));
    return session;
  };

  it("connects by the code of the consent page with PKCE, and logs in to SMTP and IMAP by XOAUTH2", async () => {
    const email = anAddress();
    const codeVerifier = randomBytes(32).toString("base64url");
    const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");

    const { url, state } = await oauthUrl(ports, "google", { redirectUri, codeChallenge, loginHint: email });
    const consent = await fetch(url, { redirect: "manual" });
    const back = new URL(consent.headers.get("location") ?? "");
    const code = back.searchParams.get("code") ?? "";
    const mailbox = await connectMailbox(ports, userId, google({ code, redirectUri, codeVerifier }));
    await testMailbox(ports, userId, mailbox.id);

    expect(back.searchParams.get("state")).toBe(state);
    expect(mailbox).toMatchObject({ email, type: "google", status: "active", inboxSyncEnabled: true });
    expect(await configureInbox(ports, userId, mailbox.id, { enabled: true, imap: {} })).toMatchObject({ inboxSyncEnabled: true });
  });

  it("returns 400 for a code with the wrong verifier, and for a grant of another address", async () => {
    const challenge = createHash("sha256").update("a".repeat(43)).digest("base64url");
    const code = peers.oauth.code(anAddress(), IMAP_SCOPE, { challenge, redirectUri });
    const refreshToken = peers.oauth.grant(anAddress(), IMAP_SCOPE);

    await expect(connectMailbox(ports, userId, google({ code, redirectUri, codeVerifier: "b".repeat(43) }))).rejects.toMatchObject({
      details: [{ field: "code" }],
    });
    await expect(connectMailbox(ports, userId, google({ refreshToken }, { email: anAddress() }))).rejects.toMatchObject({
      details: [{ field: "email" }],
    });
  });

  it("returns 400 that asks to reconnect for a grant that covers no mail", async () => {
    const refreshToken = peers.oauth.grant(anAddress(), "openid email https://www.googleapis.com/auth/calendar.readonly");

    await expect(connectMailbox(ports, userId, google({ refreshToken }))).rejects.toMatchObject({
      details: [{ field: "refreshToken", message: expect.stringContaining("reconnect this mailbox") }],
    });
  });

  it("is disconnected at once when its grant is revoked, and is the same mailbox when it is reconnected", async () => {
    const mailbox = await connected();
    peers.oauth.revoke(mailbox.email);
    await endTokenIn(mailbox.id, -1);

    await expect(testMailbox(ports, userId, mailbox.id)).rejects.toMatchObject({ reason: "connectionFailed" });
    await expect(ports.mailAccounts.imap(mailbox)).rejects.toMatchObject({ reason: "refused" });
    expect(await statusOf(mailbox.id)).toBe("disconnected");

    const again = await connectMailbox(ports, userId, google({ refreshToken: peers.oauth.grant(mailbox.email, IMAP_SCOPE) }));
    expect(again).toMatchObject({ id: mailbox.id, status: "active" });
  });

  it("refreshes a rotating token once for twenty logins of two workers, and the rotated one is good for the next", async () => {
    peers.oauth.behaviour.rotate = true;
    const { databaseName } = (await database.connect()).raw;
    const uri = new URL(inject("mongoUris")["embedded"] ?? "");
    uri.pathname = `/${databaseName}`;
    const connectOther = connectMongo(async () => uri.toString());
    const workers = [ports, worker(connectOther)] as const;
    const mailbox = await connected();

    for (const round of [1, 2, 3]) {
      await endTokenIn(mailbox.id, -1);
      peers.oauth.calls.length = 0;
      const accounts = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? workers[0] : workers[1]).mailAccounts.imap(mailbox)),
      );

      expect(new Set(accounts.map((account) => JSON.stringify(account?.credential))).size, `round ${round}`).toBe(1);
      expect(peers.oauth.calls, `round ${round}`).toHaveLength(1);
      (await logIn(accounts[0])).close();
    }
    expect(await statusOf(mailbox.id)).toBe("active");
    await (await connectOther()).close();
  });

  it.each([429, 500, 503])("takes a token endpoint's %i for no refusal: error while tested, active again when it answers", async (fail) => {
    const mailbox = await connected();
    await endTokenIn(mailbox.id, -1);
    peers.oauth.behaviour.fail = fail;

    await expect(testMailbox(ports, userId, mailbox.id)).rejects.toMatchObject({ reason: "connectionFailed" });
    expect(await statusOf(mailbox.id)).toBe("error");

    peers.oauth.behaviour.fail = 0;
    await testMailbox(ports, userId, mailbox.id);
    expect(await statusOf(mailbox.id)).toBe("active");
  });

  it("goes on with an access token in its last minutes while the token endpoint is down", async () => {
    const mailbox = await connected();
    await endTokenIn(mailbox.id, 120);
    peers.oauth.behaviour.fail = 503;

    await testMailbox(ports, userId, mailbox.id);

    expect(peers.oauth.calls.length).toBeGreaterThan(0);
    expect(await statusOf(mailbox.id)).toBe("active");
  });

  it("survives an access token that ends in the middle of a session: the session reads on, the next login has a fresh token", async () => {
    const mailbox = await connected();
    const account = await ports.mailAccounts.imap(mailbox);
    const session = await logIn(account);
    peers.oauth.calls.length = 0;

    peers.oauth.expire(mailbox.email);
    const folders = await session.folders([]);
    const refused: unknown = await logIn(account).catch((error: unknown) => error);
    await testMailbox(ports, userId, mailbox.id);
    session.close();

    expect(folders.map(({ path }) => path)).toContain("INBOX");
    expect(refused).toMatchObject({ reason: "credentials" });
    expect(peers.oauth.calls.length).toBeGreaterThanOrEqual(1);
    expect(await statusOf(mailbox.id)).toBe("active");
    (await logIn(await ports.mailAccounts.imap(mailbox))).close();
  });

  it("is disconnected only when the fresh token is refused too", async () => {
    const mailbox = await connected();
    peers.oauth.expire(mailbox.email);
    const dead = { accessToken: "at.dead", accessTokenExpiresAt: new Date(Date.now() + 3_600_000) };
    await ports.mailboxes.update(userId, mailbox.id, {}, dead);
    await testMailbox(ports, userId, mailbox.id);
    expect(await statusOf(mailbox.id)).toBe("active");

    // Its provider knows the grant, but the mail servers take it for another account's.
    await ports.mailboxes.update(userId, mailbox.id, {}, { ...dead, refreshToken: peers.oauth.grant(anAddress(), IMAP_SCOPE) });
    await expect(testMailbox(ports, userId, mailbox.id)).rejects.toMatchObject({ reason: "connectionFailed" });
    expect(await statusOf(mailbox.id)).toBe("disconnected");
  });
});
