import { describe, expect, it } from "vitest";
import { oauthUrl } from "#shared/mailboxes/oauth/authorise.ts";
import { checkDns } from "#shared/mailboxes/contract/dns-checks.ts";
import { patchMailbox, testMailbox } from "#shared/mailboxes/contract/mailboxes.ts";
import { rateHeaders, limitProbes } from "#shared/api/http/request-limits.ts";
import { memoryRateLimits } from "#test/support/memory/auth.ts";
import { mailboxPorts } from "#test/support/mailbox-ports.ts";

describe("the consent page", () => {
  it("has the client, the redirect URI, the PKCE challenge and a fresh state each time", async () => {
    const request = { redirectUri: "https://app.example/cb", codeChallenge: "c".repeat(43), loginHint: "sales@example.com" };

    const first = await oauthUrl(mailboxPorts(), "google", request);
    const second = await oauthUrl(mailboxPorts(), "google", request);

    expect(Object.fromEntries(new URL(first.url).searchParams)).toMatchObject({
      client_id: "client",
      redirect_uri: request.redirectUri,
      code_challenge: request.codeChallenge,
      code_challenge_method: "S256",
      login_hint: request.loginHint,
      state: first.state,
      access_type: "offline",
      prompt: "consent",
    });
    expect(first.state).toMatch(/^[0-9a-f]{32}$/);
    expect(second.state).not.toBe(first.state);
  });

  it("returns 400 for a provider where the operator has no client", async () => {
    const asking = oauthUrl(mailboxPorts(), "outlook", { redirectUri: "https://app.example/cb" });

    await expect(asking).rejects.toMatchObject({ reason: "invalid", details: [{ field: "provider" }] });
  });
});

describe("the limit on connection tests", () => {
  it("returns 429 with the seconds to wait once an account has used its burst, and touches no other account", async () => {
    const ports = { rateLimits: memoryRateLimits(() => 0), accountBucket: () => ({ burst: 50, perSecond: 10 }) };

    for (let i = 0; i < 10; i++) await limitProbes(ports, i % 2 === 0 ? testMailbox : checkDns, { userId: "a" }, undefined);

    const eleventh = limitProbes(ports, testMailbox, { userId: "a" }, undefined);
    await expect(eleventh).rejects.toMatchObject({ reason: "tooManyRequests", headers: { "retry-after": "12" } });
    const told: string[] = [];
    await limitProbes(ports, testMailbox, { userId: "b" }, undefined, (limited) => told.push(...Object.values(rateHeaders([limited]))));
    expect(told).toEqual(['"probes";q=10;w=120', '"probes";r=9;t=12']);
  });

  it("counts a change of a mailbox only where it brings credentials", async () => {
    const ports = { rateLimits: memoryRateLimits(() => 0), accountBucket: () => ({ burst: 5, perSecond: 10 }) };

    for (let i = 0; i < 3; i++) await limitProbes(ports, patchMailbox, { userId: "a" }, { display_name: "x" });
    await limitProbes(ports, patchMailbox, { userId: "a" }, { imap_password: "x" });

    await expect(limitProbes(ports, patchMailbox, { userId: "a" }, { smtp_host: "x" })).rejects.toMatchObject({
      reason: "tooManyRequests",
    });
  });
});
