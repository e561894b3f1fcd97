import { describe, expect, it } from "vitest";
import { connectMailbox } from "#shared/mailboxes/connect-mailbox.ts";
import { configureInbox } from "#shared/mailboxes/configure-inbox.ts";
import { isAtApi } from "#shared/mailboxes/mailbox.ts";
import { oauthUrl } from "#shared/mailboxes/oauth/authorise.ts";
import { oauthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";
import { patchMailbox } from "#shared/mailboxes/patch-mailbox.ts";
import { aFailure, mailboxPorts } from "#test/support/mailbox-ports.ts";

const GRAPH = "https://graph.microsoft.com/Mail.ReadWrite https://graph.microsoft.com/Mail.Send";
const IMAP = "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send";
const MAIL = "https://mail.google.com/";
const [MODIFY, READONLY, SEND, COMPOSE] = ["modify", "readonly", "send", "compose"].map(
  (name) => `https://www.googleapis.com/auth/gmail.${name}`,
) as [string, string, string, string];
const ME = "jane@contoso.test";
const off = aFailure({ message: "SMTP AUTH is switched off" });

/** Ports at a provider whose grants have these scopes; `asked` lists the scopes that tokens were asked for. */
const world = ({ consented = [IMAP, GRAPH] }: { readonly consented?: readonly string[] } = {}) => {
  const ports = mailboxPorts({ grants: { rt: ME } });
  const asked: (string | undefined)[] = [];
  const given = ports.oauthTokens;
  const oauthTokens: typeof ports.oauthTokens = {
    ...ports.oauthTokens,
    refresh: async (provider, token) => {
      const wanted = provider.tokenScopes?.filter((scope) => scope.startsWith("https:"))[0];
      asked.push(wanted);
      const granted = wanted === undefined ? consented[0] : consented.find((scopes) => scopes.split(" ").includes(wanted));
      if (granted === undefined) ports.endpoint.down = true;
      return {
        ...(await given.refresh(provider, token).finally(() => (ports.endpoint.down = false))),
        scope: granted ?? "",
        idToken: undefined as never,
      };
    },
  };
  const providers = async () => oauthProviders({ outlook: { client_id: "client" } });
  const connect = (more: object = {}) =>
    connectMailbox({ ...ports, oauthTokens, providers }, "655f1c2e9b1e8a00123456bb", {
      type: "outlook",
      email: ME,
      grant: { refreshToken: "rt" },
      ...more,
    });
  return { ...ports, oauthTokens, providers, asked, connect };
};

describe("connecting Outlook", () => {
  it("by SMTP and IMAP where both accept the token", async () => {
    const { connect, servers } = world();

    expect(await connect()).toMatchObject({ transport: "auto", transportUsed: "imap_smtp" });
    expect(servers.logins.map(isAtApi)).toEqual([false, false]);
  });

  it("over Graph where a server refuses a new token and the consent covers it", async () => {
    const { connect, servers } = world();
    servers.smtp = (account) => (isAtApi(account) ? undefined : off);

    expect(await connect()).toMatchObject({ transport: "auto", transportUsed: "graph" });
    expect(servers.logins.filter(isAtApi)).toMatchObject([{ api: "graph", apiUrl: "https://graph.microsoft.com/v1.0", username: ME }]);
  });

  it("not at all where the consent does not cover Graph: the refusal stands", async () => {
    const { connect, servers } = world({ consented: [IMAP] });
    servers.smtp = (account) => (isAtApi(account) ? undefined : off);

    await expect(connect()).rejects.toMatchObject({ details: [{ field: "refreshToken", message: "SMTP AUTH is switched off" }] });
  });

  it("over Graph where that is what the grant is for", async () => {
    expect(await world({ consented: [GRAPH] }).connect()).toMatchObject({ transportUsed: "graph" });
  });

  it("as it was asked, and no other way", async () => {
    const refusing = world();
    refusing.servers.smtp = (account) => (isAtApi(account) ? undefined : off);

    await expect(refusing.connect({ transport: "imap_smtp" })).rejects.toMatchObject({ details: [{ field: "refreshToken" }] });
    expect(await world().connect({ transport: "graph" })).toMatchObject({ transport: "graph", transportUsed: "graph" });
  });

  it("as a shared mailbox: its name is the path at Graph and the user of XOAUTH2", async () => {
    const { connect, servers } = world();
    const shared = { email: undefined, mailboxUser: "support@contoso.test" };

    expect(await connect({ ...shared, transport: "imap_smtp" })).toMatchObject({ email: "support@contoso.test" });
    expect(servers.logins.map(({ username }) => username)).toEqual(["support@contoso.test", "support@contoso.test"]);
    const other = world({ consented: [`${GRAPH} https://graph.microsoft.com/Mail.ReadWrite.Shared`] });
    expect(await other.connect({ ...shared, transport: "graph" })).toMatchObject({ mailboxUser: "support@contoso.test" });
    expect(other.servers.logins).toMatchObject([{ mailboxUser: "support@contoso.test" }]);
  });
});

describe("a kept access token", () => {
  it("is used for its own service alone", async () => {
    const { connect, mailboxes, mailAccounts: _, ...rest } = world();
    const { mailAccounts } = await import("#shared/mailboxes/connection/mail-accounts.ts");
    const accounts = mailAccounts({ ...rest, mailboxes, grants: mailboxes.grants, pause: async () => undefined });
    const byImap = await connect();
    const overGraph = { ...byImap, transportUsed: "graph" as const };

    const first = (await accounts.smtp(byImap)).credential;
    const atGraph = (await accounts.smtp(overGraph)).credential;
    const again = (await accounts.smtp(overGraph)).credential;
    const back = (await accounts.smtp(byImap)).credential;

    expect(again).toEqual(atGraph);
    expect(new Set([first, atGraph, back].map((credential) => JSON.stringify(credential))).size).toBe(3);
    expect(JSON.stringify([atGraph, back])).not.toContain(" ");
  });

  it("that a server refuses makes way for the other transport, where the consent covers it and nobody chose", async () => {
    const { mailAccounts } = await import("#shared/mailboxes/connection/mail-accounts.ts");
    const otherWay = async (consented: readonly string[], more: object = {}) => {
      const { connect, mailboxes, ...rest } = world({ consented });
      const mailbox = await connect();
      const accounts = mailAccounts({ ...rest, mailboxes, grants: mailboxes.grants, pause: async () => undefined });
      return accounts.otherWay({ ...mailbox, ...more });
    };

    expect(await otherWay([IMAP, GRAPH])).toEqual({ transportUsed: "graph" });
    expect(await otherWay([IMAP])).toBeUndefined();
    expect(await otherWay([IMAP, GRAPH], { transport: "imap_smtp" })).toBeUndefined();
  });
});

it("PATCH changes the transport with the stored grant, after a test", async () => {
  const all = world();
  const mailbox = await all.connect();
  const request = { smtp: {}, imap: {}, grant: {}, transport: "graph" as const };

  expect(await patchMailbox(all, mailbox.userId, mailbox.id, request)).toMatchObject({ transport: "graph", transportUsed: "graph" });
  all.servers.smtp = () => off;
  await expect(patchMailbox(all, mailbox.userId, mailbox.id, { ...request, transport: "imap_smtp" })).rejects.toMatchObject({
    details: [{ field: "refreshToken" }],
  });
});

describe("the consent page", () => {
  const scopesFor = async (query: object, name: "google" | "outlook" = "outlook", stage: "imap" | "gmail_api" = "imap") => {
    const providers = async () => oauthProviders({ outlook: { client_id: "c" }, google: { client_id: "c" } }, () => stage);
    const { url } = await oauthUrl({ providers, ids: { random: () => "x", objectId: () => "y" } }, name, {
      redirectUri: "https://a.example/",
      ...query,
    });
    return new URL(url).searchParams.get("scope")?.split(" ") ?? [];
  };

  it("asks for what the transport needs", async () => {
    const [graph, imap] = [GRAPH.split(" "), IMAP.split(" ")];

    expect(await scopesFor({ transport: "graph" })).toEqual([...graph, "offline_access", "openid", "profile", "email"]);
    expect(await scopesFor({})).toEqual([...imap, "offline_access", "openid", "profile", "email"]);
    expect(await scopesFor({}, "outlook", "gmail_api")).toEqual([...imap, "offline_access", "openid", "profile", "email"]);
    expect(await scopesFor({ transport: "auto" })).toEqual([...imap, "offline_access", "openid", "profile", "email", ...graph]);
    expect(await scopesFor({ transport: "graph", mailboxUser: "x@y.test" })).toEqual(
      expect.arrayContaining(graph.map((one) => `${one}.Shared`)),
    );
  });

  it.each([
    ["imap", {}, [MAIL]],
    ["imap", { transport: "auto" }, [MAIL]],
    ["imap", { transport: "gmail_api" }, [MODIFY]],
    ["imap", { access: "full" }, [MODIFY]],
    ["imap", { access: "send" }, [SEND]],
    ["gmail_api", {}, [MODIFY]],
    ["gmail_api", { transport: "auto" }, [MODIFY]],
    ["gmail_api", { access: "read_send" }, [READONLY, SEND]],
    ["gmail_api", { transport: "imap_smtp" }, [MAIL]],
  ] as const)("of Google, in a stage with %s and a request for %j, asks for %j", async (stage, query, scopes) =>
    expect(await scopesFor(query, "google", stage)).toEqual([...scopes, "openid", "email", "profile"]),
  );

  it.each([
    ["google", { transport: "graph" }, ["transport"]],
    ["google", { mailboxUser: "x@y.test" }, ["mailboxUser"]],
    ["google", { transport: "imap_smtp", access: "send" }, ["access"]],
    ["outlook", { transport: "gmail_api", access: "send" }, ["transport", "access"]],
    ["outlook", { access: "read_send" }, ["access"]],
  ] as const)("of %s refuses %j", async (name, query, fields) =>
    expect(scopesFor(query, name)).rejects.toMatchObject({ details: fields.map((field) => ({ field })) }),
  );
});

describe("connecting Google", () => {
  const connecting = (scope: string, stage: "imap" | "gmail_api" = "imap") => {
    const ports = mailboxPorts({ grants: { rt: ME } });
    const asked: (readonly string[] | undefined)[] = [];
    const refresh: typeof ports.oauthTokens.refresh = async (provider, token) => {
      asked.push(provider.tokenScopes);
      return { ...(await ports.oauthTokens.refresh(provider, token)), scope, idToken: undefined as never };
    };
    const providers = async () => oauthProviders({ google: { client_id: "client" } }, () => stage);
    const all = { ...ports, providers, oauthTokens: { ...ports.oauthTokens, refresh } };
    const user = "655f1c2e9b1e8a00123456bb";
    const connect = (more: object = {}) => connectMailbox(all, user, { type: "google", email: ME, grant: { refreshToken: "rt" }, ...more });
    return { ...all, asked, connect };
  };

  it.each([
    [MAIL, "imap_smtp", undefined],
    [`${MAIL} ${MODIFY}`, "imap_smtp", undefined],
    [MODIFY, "gmail_api", "full"],
    [`openid ${READONLY} ${SEND}`, "gmail_api", "read_send"],
    // It writes drafts and changes no message.
    [`${READONLY} ${COMPOSE}`, "gmail_api", "read_send"],
    [SEND, "gmail_api", "send"],
    // A grant that may write drafts and not read them is for sending alone.
    [COMPOSE, "gmail_api", "send"],
  ])("auto takes what the grant covers: %s is %s with %s", async (scope, transportUsed, access) => {
    const { connect, asked } = connecting(scope);

    const mailbox = await connect();

    expect(mailbox).toMatchObject({ transport: "auto", transportUsed, inboxSyncEnabled: access !== "send" });
    expect([mailbox.access, mailbox.imap === undefined, asked]).toEqual([access, access === "send", [undefined]]);
  });

  it("over the Gmail API with a grant for IMAP, which covers it, where a server refuses the token and the stage has the interface", async () => {
    const [{ connect, servers }, before] = [connecting(MAIL, "gmail_api"), connecting(MAIL)];
    for (const one of [servers, before.servers]) one.imap = () => aFailure({ message: "IMAP is switched off" });

    expect(await connect()).toMatchObject({ transport: "auto", transportUsed: "gmail_api", access: "full" });
    expect(servers.logins.filter(isAtApi)).toMatchObject([{ api: "gmail_api", apiUrl: "https://gmail.googleapis.com", access: "full" }]);
    await expect(before.connect()).rejects.toMatchObject({ details: [{ field: "refreshToken", message: "IMAP is switched off" }] });
    await expect(connecting(SEND).connect({ transport: "imap_smtp" })).rejects.toMatchObject({ details: [{ field: "refreshToken" }] });
  });

  it.each([
    [READONLY, {}, /lacks the scope .*gmail\.send, which sending needs/],
    [SEND, { access: "read_send" }, /lacks the scope .*gmail\.readonly, which reading needs/],
    [`${READONLY} ${SEND}`, { access: "full" }, /lacks the scope .*gmail\.modify, which sending with drafts and changing messages needs/],
    [
      `${READONLY} ${COMPOSE}`,
      { access: "full" },
      /lacks the scope .*gmail\.modify, which sending with drafts and changing messages needs/,
    ],
    [`${READONLY} ${COMPOSE}`, { preferences: { syncChanges: true } }, /gmail\.modify/, "syncChanges"],
  ] as const)("names the scope that a grant for %s lacks for %j", async (scope, wanted, message, field: string = "refreshToken") =>
    expect(connecting(scope).connect(wanted)).rejects.toMatchObject({
      details: [{ field, message: expect.stringMatching(message) }],
    }),
  );

  it("for sending alone has no inbox, and says so where one is asked for or was read", async () => {
    const all = connecting(SEND);
    await expect(all.connect({ inboxSyncEnabled: true })).rejects.toMatchObject({
      details: [{ field: "inboxSyncEnabled", message: expect.stringContaining("sending alone") }],
    });

    const mailbox = await all.connect();
    expect(mailbox.imap).toBeUndefined();
    const inbox = configureInbox(all, mailbox.userId, mailbox.id, { enabled: true, imap: {} });
    await expect(inbox).rejects.toMatchObject({ details: [{ field: "enabled" }] });
  });

  it("does not switch reading off silently: a narrower grant is refused while the inbox is read", async () => {
    const all = connecting(SEND);
    const reading = await connecting(MODIFY).connect();
    await all.mailboxes.insert(reading, { refreshToken: "rt" });
    const request = { smtp: {}, imap: {}, grant: { refreshToken: "rt" } };
    const patched = () => patchMailbox(all, reading.userId, reading.id, request);

    await expect(patched()).rejects.toMatchObject({ details: [{ field: "refreshToken" }] });
    await all.mailboxes.update(reading.userId, reading.id, { inboxSyncEnabled: false });
    expect(await patched()).toMatchObject({ access: "send" });
  });

  it("switches over in the background only where the stage says that the interface is there", async () => {
    const { mailAccounts } = await import("#shared/mailboxes/connection/mail-accounts.ts");
    const otherWay = async (stage: "imap" | "gmail_api") => {
      const all = connecting(MAIL, stage);
      const accounts = mailAccounts({ ...all, grants: all.mailboxes.grants, pause: async () => undefined });
      return accounts.otherWay(await all.connect());
    };

    expect(await otherWay("gmail_api")).toEqual({ transportUsed: "gmail_api" });
    expect(await otherWay("imap")).toBeUndefined();
  });
});
