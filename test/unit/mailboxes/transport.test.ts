import { describe, expect, it } from "vitest";
import { connectMailbox } from "#shared/mailboxes/connect-mailbox.ts";
import { isGraph } from "#shared/mailboxes/mailbox.ts";
import { authorise, oauthUrl } from "#shared/mailboxes/oauth/authorise.ts";
import { oauthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";
import { patchMailbox } from "#shared/mailboxes/patch-mailbox.ts";
import { aFailure, mailboxPorts } from "#test/support/mailbox-ports.ts";

const GRAPH = "https://graph.microsoft.com/Mail.ReadWrite https://graph.microsoft.com/Mail.Send";
const IMAP = "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send";
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
    expect(servers.logins.map(isGraph)).toEqual([false, false]);
  });

  it("over Graph where a server refuses a new token and the consent covers it", async () => {
    const { connect, servers } = world();
    servers.smtp = (account) => (isGraph(account) ? undefined : off);

    expect(await connect()).toMatchObject({ transport: "auto", transportUsed: "graph" });
    expect(servers.logins.filter(isGraph)).toMatchObject([{ graphUrl: "https://graph.microsoft.com/v1.0", username: ME }]);
  });

  it("not at all where the consent does not cover Graph: the refusal stands", async () => {
    const { connect, servers } = world({ consented: [IMAP] });
    servers.smtp = (account) => (isGraph(account) ? undefined : off);

    await expect(connect()).rejects.toMatchObject({ details: [{ field: "refreshToken", message: "SMTP AUTH is switched off" }] });
  });

  it("over Graph where that is what the grant is for", async () => {
    expect(await world({ consented: [GRAPH] }).connect()).toMatchObject({ transportUsed: "graph" });
  });

  it("as it was asked, and no other way", async () => {
    const refusing = world();
    refusing.servers.smtp = (account) => (isGraph(account) ? undefined : off);

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
  const scopesFor = async (query: object, name: "google" | "outlook" = "outlook") => {
    const providers = async () => oauthProviders({ outlook: { client_id: "c" }, google: { client_id: "c" } });
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
    expect(await scopesFor({ transport: "auto" })).toEqual([...imap, "offline_access", "openid", "profile", "email", ...graph]);
    expect(await scopesFor({ transport: "graph", mailboxUser: "x@y.test" })).toEqual(
      expect.arrayContaining(graph.map((one) => `${one}.Shared`)),
    );
  });

  it("is refused these words for another provider", async () => {
    await expect(scopesFor({ transport: "graph" }, "google")).rejects.toMatchObject({ details: [{ field: "transport" }] });
  });
});

describe("a provider with an HTTP interface, whichever it is", () => {
  const MODIFY = "https://www.googleapis.com/auth/gmail.modify";
  const api = { name: "graph" as const, url: "https://gmail.example/v1", scopes: [MODIFY], sharedScopes: [] };
  const { google } = oauthProviders({ google: { client_id: "client" } });
  const providers = async () => ({ ...oauthProviders({}), google: { ...google, api } });
  const authorised = async (scope: string, transport?: "auto" | "imap_smtp" | "graph") => {
    const ports = mailboxPorts({ grants: { rt: ME } });
    const asked: (readonly string[] | undefined)[] = [];
    const refresh: typeof ports.oauthTokens.refresh = async (provider, token) => {
      asked.push(provider.tokenScopes);
      return { ...(await ports.oauthTokens.refresh(provider, token)), scope, idToken: undefined as never };
    };
    const grant = await authorise(
      { ...ports, providers, oauthTokens: { ...ports.oauthTokens, refresh } },
      "google",
      { refreshToken: "rt" },
      ME,
      {
        transport,
      },
    );
    return { grant, asked };
  };

  it("is found out by auto from what the grant covers", async () => {
    const { grant, asked } = await authorised(MODIFY);
    expect([grant.graph?.graphUrl, grant.secrets.accessToken, asked]).toEqual(["https://gmail.example/v1", undefined, [undefined]]);

    const before = await authorised("https://mail.google.com/");
    expect([before.grant.graph, before.grant.secrets.accessTokenFor]).toEqual([undefined, "imap_smtp"]);
  });

  it("is asked for by name, and its token with its own scopes", async () => {
    const { grant, asked } = await authorised(MODIFY, "graph");

    expect([grant.graph?.graphUrl, asked]).toEqual(["https://gmail.example/v1", [[MODIFY, "openid", "email", "profile"]]]);
    expect((await authorised("https://mail.google.com/", "imap_smtp")).grant.graph).toBeUndefined();
  });

  it("is consented to together with SMTP and IMAP", async () => {
    const { url } = await oauthUrl({ providers, ids: { random: () => "x", objectId: () => "y" } }, "google", {
      redirectUri: "https://a.example/",
      transport: "auto",
    });

    expect(new URL(url).searchParams.get("scope")).toBe(`https://mail.google.com/ openid email profile ${MODIFY}`);
  });
});
