import { describe, expect, it, test } from "vitest";
import {
  authorisedEmail,
  consentUrl,
  grantsImap,
  idTokenAddresses,
  needsRefresh,
  OAuthError,
  readTokenAnswer,
} from "#shared/mailboxes/oauth/oauth.ts";
import { oauthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";

const now = new Date("2026-11-21T12:00:00Z");
const { google, outlook } = oauthProviders({ google: { client_id: "client-g" }, outlook: { client_id: "client-o" } });
const reasonOf = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error instanceof OAuthError ? error.reason : error;
  }
};
const idToken = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;
const claims = {
  iss: "https://accounts.google.com",
  aud: "client-g",
  exp: now.getTime() / 1000 + 60,
  email: "Ann@example.com",
  email_verified: true,
};

describe("oauthProviders", () => {
  it("keeps what is built in where the settings are silent", () => {
    const merged = oauthProviders({ google: { client_id: "x", token_url: "https://localhost:1/token", smtp: { port: 2465 } } });

    expect(merged.google).toMatchObject({
      clientId: "x",
      tokenUrl: "https://localhost:1/token",
      authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
      imap: { host: "imap.gmail.com", port: 993 },
      smtp: { host: "smtp.gmail.com", port: 2465, secure: "tls" },
    });
    expect(merged.outlook).toMatchObject({
      imap: { host: "outlook.office365.com", port: 993 },
      smtp: { host: "smtp.office365.com", port: 587, secure: "starttls" },
    });
  });

  test.each([
    ["tls", "tls"],
    ["starttls", "starttls"],
    [true, "tls"],
    [false, "starttls"],
  ] as const)("reads smtp.secure %s as %s", (secure, expected) => {
    expect(oauthProviders({ google: { smtp: { secure } } }).google.smtp.secure).toBe(expected);
  });
});

describe("consentUrl", () => {
  it("asks Google for offline access to mail and the address", () => {
    const url = new URL(consentUrl(google, { redirectUri: "https://app.example/cb?x=1", state: "s&1" }));

    expect(url.origin + url.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "client-g",
      response_type: "code",
      redirect_uri: "https://app.example/cb?x=1",
      scope: "https://mail.google.com/ openid email profile",
      state: "s&1",
      access_type: "offline",
      prompt: "consent",
    });
  });

  it("asks Microsoft for IMAP, SMTP and a refresh token, with PKCE and the account when given", () => {
    const url = new URL(
      consentUrl(outlook, { redirectUri: "https://app.example/cb", state: "s", codeChallenge: "ch", loginHint: "ann@example.com" }),
    );

    expect(url.searchParams.get("scope")).toBe(
      "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access openid profile email",
    );
    expect(url.searchParams.get("code_challenge")).toBe("ch");
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    expect(url.searchParams.get("login_hint")).toBe("ann@example.com");
  });
});

describe("readTokenAnswer", () => {
  it("reads the tokens and when they end", () => {
    const grant = readTokenAnswer(200, { access_token: "at", expires_in: 3599, refresh_token: "rt", scope: "a b", id_token: "x.y.z" }, now);

    expect(grant).toEqual({
      accessToken: "at",
      expiresAt: new Date("2026-11-21T12:59:59Z"),
      refreshToken: "rt",
      scope: "a b",
      idToken: "x.y.z",
    });
  });

  test.each([undefined, "soon", -1, 1e12, null])("takes an hour when expires_in is %j", (expires_in) => {
    const { expiresAt } = readTokenAnswer(200, { access_token: "at", expires_in: expires_in ?? undefined }, now);

    expect(expiresAt).toEqual(new Date("2026-11-21T13:00:00Z"));
  });

  test.each([
    [400, { error: "invalid_grant" }, "refused"],
    [400, { error: "interaction_required" }, "refused"],
    [401, { error: "invalid_client" }, "client"],
    [400, { error: "unauthorized_client" }, "client"],
    [401, { error: "deleted_client" }, "client"],
    [500, { error: "invalid_client" }, "temporary"],
    [400, { error: "invalid_request" }, "misconfigured"],
    [400, "<html>captive portal</html>", "temporary"],
    [400, {}, "temporary"],
    [404, undefined, "temporary"],
    [408, { error: "invalid_grant" }, "temporary"],
    [429, { error: "invalid_grant" }, "temporary"],
    [500, { error: "invalid_grant" }, "temporary"],
    [503, { error: "temporarily_unavailable" }, "temporary"],
    [302, undefined, "temporary"],
    [200, undefined, "temporary"],
    [200, { error: "invalid_grant" }, "temporary"],
    [200, { access_token: "at\u0001auth=Bearer other" }, "temporary"],
    [200, { access_token: 7 }, "temporary"],
  ])("%i %j is %s", (status, body, reason) => {
    expect(reasonOf(() => readTokenAnswer(status, body, now))).toBe(reason);
  });
});

describe("needsRefresh", () => {
  test.each([
    [undefined, true],
    ["2026-11-21T11:00:00Z", true],
    ["2026-11-21T12:05:00Z", true],
    ["2026-11-21T12:05:01Z", false],
  ])("a token that ends at %s: %s", (end, expected) => {
    expect(needsRefresh(end === undefined ? undefined : new Date(end), now)).toBe(expected);
  });
});

describe("grantsImap", () => {
  test.each([
    ["https://mail.google.com/ openid https://www.googleapis.com/auth/userinfo.email", true],
    [undefined, true],
    ["", true],
    ["mail", true],
    ["openid https://www.googleapis.com/auth/userinfo.email", false],
    ["https://www.googleapis.com/auth/gmail.send", false],
    ["openid email profile", false],
    ["smtp", false],
    ["SMTP.Send offline_access", false],
    ["my.imap.scope", true],
  ])("Google %j: %s", (scope, expected) => {
    expect(grantsImap(google, scope)).toBe(expected);
  });

  test.each([
    ["https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send", true],
    ["https://outlook.office365.com/imap.accessasuser.all", true],
    ["IMAP.AccessAsUser.All SMTP.Send", true],
    ["https://outlook.office.com/SMTP.Send", false],
    ["SMTP.Send", false],
    ["https://graph.microsoft.com/Mail.Read", false],
  ])("Outlook %j: %s", (scope, expected) => {
    expect(grantsImap(outlook, scope)).toBe(expected);
  });
});

describe("idTokenAddresses", () => {
  it("names the verified address", () => {
    expect(idTokenAddresses(google, idToken(claims), now)).toEqual(["Ann@example.com"]);
  });

  it("takes Microsoft's sign-in name as another address of the account", () => {
    const token = idToken({
      ...claims,
      iss: "https://login.microsoftonline.com/9188/v2.0",
      aud: ["client-o"],
      preferred_username: "ann@corp.example",
    });

    expect(idTokenAddresses(outlook, token, now)).toEqual(["Ann@example.com", "ann@corp.example"]);
  });

  it("allows for a minute of clock difference", () => {
    expect(idTokenAddresses(google, idToken({ ...claims, exp: now.getTime() / 1000 - 59 }), now)).toHaveLength(1);
  });

  test.each([
    ["another client's", idToken({ ...claims, aud: "other" })],
    ["expired", idToken({ ...claims, exp: now.getTime() / 1000 - 61 })],
    ["without expiry", idToken({ ...claims, exp: undefined })],
    ["without issuer", idToken({ ...claims, iss: "google" })],
    ["of a clear-text issuer", idToken({ ...claims, iss: "http://accounts.example" })],
    ["unverified", idToken({ ...claims, email_verified: false })],
    ["without address", idToken({ ...claims, email: undefined, preferred_username: "ann@example.com" })],
    ["with a hostile address", idToken({ ...claims, email: "ann@example.com\u0001auth=x" })],
    ["not JSON", "e30.bm90IGpzb24.c2ln"],
    ["JSON but no object", `e30.${Buffer.from("null").toString("base64url")}.c2ln`],
    ["empty", ""],
  ])("refuses a token that is %s", (_, token) => {
    expect(reasonOf(() => idTokenAddresses(google, token, now))).toBe("identity");
  });
});

describe("authorisedEmail", () => {
  test.each([
    [undefined, "a@x.example"],
    ["B@X.example", "b@x.example"],
    ["c@x.example", undefined],
  ])("given %s it is %s", (given, expected) => {
    expect(authorisedEmail(["a@x.example", "b@x.example"], given)).toBe(expected);
  });
});
