import { describe, expect, it } from "vitest";
import { identityProviders } from "#shared/mailboxes/oauth/oauth.ts";
import { readProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";

const exchangeCode = async () => ({ accessToken: "a", expiresAt: new Date(0), idToken: "id" });
const offered = (settings: object) => identityProviders(readProviders(settings), { exchangeCode });

describe("the providers that members sign in with", () => {
  it("are those that the operator has a client at and has switched on", () => {
    expect([...offered({ google: { client_id: "g" }, outlook: { client_id: "o", sign_in: false } }).keys()]).toEqual([]);
    expect([...offered({ google: { sign_in: true }, outlook: { client_id: "o", sign_in: true } }).keys()]).toEqual(["outlook"]);
  });

  it("have the keys and issuers of their companies, or those of the setting", () => {
    const usual = offered({ google: { client_id: "g", sign_in: true }, outlook: { client_id: "o", sign_in: {} } });
    expect([...usual.values()].map(({ facts }) => [facts.keysUrl, facts.issuers[0]])).toEqual([
      ["https://www.googleapis.com/oauth2/v3/certs", "https://accounts.google.com"],
      ["https://login.microsoftonline.com/common/discovery/v2.0/keys", "https://login.microsoftonline.com/{tenantid}/v2.0"],
    ]);
    const [keys_url, issuer] = ["https://login.partner.test/keys", "https://login.partner.test/{tenantid}/v2.0"];
    const own = offered({ outlook: { client_id: "o", sign_in: { keys_url, issuer } } }).get("outlook");
    expect([own?.facts.keysUrl, own?.facts.issuers]).toEqual([keys_url, [issuer]]);
  });

  it("are asked who it is, and for no mail and no refresh token", async () => {
    const found = offered({ google: { client_id: "g", sign_in: true }, outlook: { client_id: "o", sign_in: true } });
    const request = { redirectUri: "https://a.test/back", state: "s", nonce: "n", codeChallenge: "c" };
    for (const one of found.values()) {
      const { searchParams } = new URL(one.pageUrl(request));
      expect([searchParams.get("scope"), searchParams.get("access_type")]).toEqual(["openid email profile", null]);
      expect([searchParams.get("nonce"), searchParams.get("code_challenge_method")]).toEqual(["n", "S256"]);
      expect(await one.redeem({ code: "c", redirectUri: request.redirectUri, codeVerifier: "v" })).toBe("id");
    }
    expect(new URL(found.get("outlook")!.pageUrl(request)).searchParams.get("response_mode")).toBe("query");
  });

  it.each([
    [{ google: { sign_in: "yes" } }, "google.sign_in"],
    [{ google: { sign_in: { keys_url: "no url" } } }, "google.sign_in"],
    [{ outlook: { sign_in: { tenant: "x" } } }, "outlook.sign_in"],
  ])("are not what %j says, and the error names the setting alone", (settings, path) => {
    expect(() => readProviders(settings)).toThrow(`see ${path}`);
  });
});
