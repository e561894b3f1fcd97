// The form of a connect link's page, one guard at a time: who may send it, what is kept of it, and what it leads to.
import { describe, expect, it } from "vitest";
import { hashOf, type KeptStep, type SeenLink } from "#shared/connect/connect-link.ts";
import { formKey, type LimitPorts, withinLimits } from "#shared/connect/page/browser.ts";
import { browserFor, submitStep, type SubmitPorts } from "#shared/connect/page/submit.ts";
import { oauthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";
import { tooManyRequests, unavailable, unauthorized } from "#shared/platform/errors.ts";

const [TOKEN, SECRET] = ["a".repeat(64), "b".repeat(64)];
const NOW = new Date("2026-11-27T12:00:00Z");
const link = (more: Partial<SeenLink> = {}): SeenLink => ({
  id: "l1",
  userId: "u",
  status: "open",
  redirectUri: "https://app.example.com/done?x=1",
  state: "s t",
  failures: 0,
  createdAt: NOW,
  expiresAt: new Date(NOW.getTime() + 1),
  ...more,
});
const COOKIE = `connect-l1=${TOKEN}.${SECRET}`;

const visitPorts = (found: SeenLink = link(), user?: object) => {
  const asked: string[] = [];
  return {
    asked,
    openLinks: { findByToken: async (hash: string) => (asked.push(hash), found) },
    users: { find: async () => user },
    clock: { now: () => NOW },
    ids: { random: (bytes: number) => "c".repeat(2 * bytes) },
  };
};
describe("the limits of tries", () => {
  const rig = (waits: Readonly<Record<string, number>> = {}, share: "free" | "beyond" | "full" = "free") => {
    const taken: [string, number, number][] = [];
    let freed = 0;
    const rateLimits = {
      take: async (key: string, { burst, perSecond }: { burst: number; perSecond: number }) => (
        taken.push([key, burst, Math.round(perSecond * 60)]),
        { wait: waits[key] ?? 0, left: 0 }
      ),
    };
    const ports: LimitPorts = {
      rateLimits: rateLimits,
      accountBucket: () => ({ burst: 50, perSecond: 10 }),
      outsideCalls: {
        shares: { take: async () => (share === "free" ? { free: async () => void (freed += 1) } : share) } as never,
        most: () => 40,
      },
    };
    const run = (work: () => Promise<never> = async () => "worked" as never) =>
      withinLimits(ports, { sourceIp: "2001:db8::1" } as never, { id: "l1", userId: "u" }, work, () => "limited" as never);
    return { taken, run, freed: () => freed };
  };

  it("are the link's, the address's network's and the account's, in this order", async () => {
    const { taken, run, freed } = rig();
    expect(await run()).toBe("worked");
    expect(taken).toEqual([
      ["connect-link:l1", 10, 1],
      [expect.stringMatching(/^connect-address:20010db8.*\/64$/), 25, 2],
      ["connect-account:u", 50, 60],
    ]);
    expect(freed()).toBe(1);
  });

  it.each(["connect-link:l1", "connect-account:u"])("beyond one nothing is tried: %s", async (key) => {
    const { run, taken } = rig({ [key]: 1 });
    expect(await run(() => Promise.reject(new Error("tried")))).toBe("limited");
    expect(taken.at(-1)?.[0]).toBe(key);
  });

  it("are said alike where the account's share of outside calls, or all of them, are taken, and where a call says so", async () => {
    expect(await rig({}, "beyond").run()).toBe("limited");
    expect(await rig({}, "full").run()).toBe("limited");
    expect(await rig().run(() => Promise.reject(tooManyRequests(1)))).toBe("limited");
    expect(await rig().run(() => Promise.reject(unavailable("busy", 1)))).toBe("limited");
    await expect(rig().run(() => Promise.reject(unauthorized()))).rejects.toMatchObject({ reason: "unauthorized" });
    await expect(rig().run(() => Promise.reject(new Error("ours")))).rejects.toThrow("ours");
  });
});

describe("a submitted form", () => {
  const own = { key: formKey({ token: TOKEN, secret: SECRET }) };
  const found = (more: object = {}) => ({
    type: "smtp",
    email: "jane@x.test",
    guessed: false,
    providerId: "x",
    login: "password",
    smtp: { host: "smtp.x.test" },
    imap: { host: "imap.x.test" },
    ...more,
  });
  const submit = async (fields: object, more: { link?: SeenLink; found?: object; cookies?: string[]; headers?: object } = {}) => {
    const kept: KeptStep[] = [];
    const did: string[] = [];
    const ports = {
      ...visitPorts(more.link ?? link(), { id: "u" }),
      openLinks: {
        findByToken: async () => more.link ?? link(),
        keepStep: async (_l: unknown, browser: string, step: KeptStep) => (
          did.push(browser === hashOf(SECRET) ? "kept" : "kept for another"),
          kept.push(step)
        ),
        beginConsents: async () => undefined,
        fail: async () => void did.push("failed"),
      },
      discover: async (email: string) => (did.push(`discover ${email}`), more.found ?? found()),
      providers: async () => oauthProviders({}, () => "imap"),
      callbackOf: () => "https://mail.example.com/callback",
      rateLimits: { take: async () => ({ wait: 0, left: 1 }) },
      accountBucket: () => ({ burst: 50, perSecond: 10 }),
      outsideCalls: { shares: { take: async () => ({ free: async () => undefined }) }, most: () => 40 },
      mailboxesOfLink: () => ({ findByEmail: () => Promise.reject(new Error("tried to connect")) }),
    } as unknown as SubmitPorts;
    const request = {
      params: { token: TOKEN },
      headers: more.headers ?? {},
      cookies: more.cookies ?? [COOKIE],
      sourceIp: "192.0.2.1",
      body: () => fields,
    };
    const answer = await submitStep(ports, request as never).catch((error: Error) => ({
      status: 0,
      headers: { location: error.message },
      body: "",
    }));
    return { answer, kept, did, to: answer.headers["location"] };
  };
  const confirming = { smtp: { host: "smtp.elsewhere.test", outside: true }, guessed: true, providerId: "" };

  it("is refused from a browser that has not seen the page, from another site, and with another key", async () => {
    for (const more of [{ cookies: [] }, { headers: { "sec-fetch-site": "cross-site" } }]) {
      const { answer, did } = await submit({ ...own, email: "jane@x.test" }, more);
      expect([answer.status, did]).toEqual([403, []]);
    }
    expect((await submit({ key: "x", email: "jane@x.test" })).answer.status).toBe(403);
    expect((await submit({ email: "jane@x.test" })).did).toEqual([]);
  });

  it("without an address leads back with that problem", async () => {
    expect((await submit({ ...own, email: "jane" })).to).toBe(`/connect/${TOKEN}?problem=address`);
  });

  it("with an address discovers it once and leads to the next step, which asks for no password where nothing vouches for a server", async () => {
    const { to, kept, did } = await submit({ ...own, email: "jane@x.test" });
    expect([to, did]).toEqual([`/connect/${TOKEN}?step=connect`, ["discover jane@x.test", "kept"]]);
    expect(kept).toMatchObject([{ email: "jane@x.test", problems: [], fields: { smtp_host: "smtp.x.test" }, confirmed: true }]);
    expect((await submit({ ...own, email: "jane@x.test" }, { found: found(confirming) })).kept).toMatchObject([{ confirmed: false }]);
  });

  it("for a mailbox is about that mailbox's address, whatever it says", async () => {
    const { did } = await submit({ ...own, email: "other@x.test" }, { link: link({ mailboxId: "m", email: "jane@x.test" }) });
    expect(did[0]).toBe("discover jane@x.test");
  });

  const withStep = (more: object = {}) =>
    link({
      step: {
        browser: hashOf(SECRET),
        until: new Date(NOW.getTime() + 1),
        email: "jane@x.test",
        ways: { found: found(confirming), consents: [], password: "asked" },
        fields: { smtp_host: "smtp.elsewhere.test", imap_host: "imap.x.test" },
        problems: ["password"],
        confirmed: false,
        ...more,
      } as never,
    });

  it("that confirms servers, or wants others, asks nobody anew and empties what is to be entered", async () => {
    const confirmed = await submit({ ...own, email: "jane@x.test", step: "confirm" }, { link: withStep() });
    expect([confirmed.did, confirmed.kept[0]]).toMatchObject([
      ["kept"],
      { confirmed: true, problems: [], fields: { smtp_host: "smtp.elsewhere.test" } },
    ]);
    const others = await submit({ ...own, email: "jane@x.test", step: "others" }, { link: withStep() });
    expect(others.kept[0]).toMatchObject({ confirmed: true, fields: { smtp_host: "" } });
  });

  it("that confirms another address than was shown begins again", async () => {
    expect((await submit({ ...own, email: "joe@x.test", step: "confirm" }, { link: withStep() })).did[0]).toBe("discover joe@x.test");
  });

  it("with a password tries it only once the servers are confirmed", async () => {
    const fields = {
      ...own,
      email: "jane@x.test",
      step: "password",
      password: "p",
      smtp_host: "smtp.x.test",
      smtp_port: "465",
      smtp_secure: "tls",
      imap_host: "imap.x.test",
      imap_port: "993",
    };
    const early = await submit(fields, { link: withStep() });
    expect([early.to, early.did]).toEqual([`/connect/${TOKEN}?step=connect`, ["kept"]]);
    expect((await submit(fields, { link: withStep({ confirmed: true }) })).to).toBe("tried to connect");
  });

  it("with a password that is incomplete, or not allowed, leads back with the settings, and keeps no password", async () => {
    const fields = { ...own, email: "jane@x.test", step: "password", password: "s3cret", smtp_host: "" };
    for (const opened of [withStep({ confirmed: true }), { ...withStep({ confirmed: true }), types: ["google"] } as SeenLink]) {
      const { kept, to } = await submit(
        opened.types
          ? { ...fields, smtp_host: "smtp.x.test", smtp_port: "465", smtp_secure: "tls", imap_host: "imap.x.test", imap_port: "993" }
          : fields,
        { link: opened },
      );
      expect([to, kept[0]?.problems]).toEqual([`/connect/${TOKEN}?step=connect`, ["settings"]]);
      expect(JSON.stringify(kept)).not.toContain("s3cret");
    }
  });
});

it("a browser is recorded by its secret's hash and 200 characters of its user agent", () => {
  const of = (headers: object) =>
    browserFor({ browser: { token: TOKEN, secret: SECRET } }, "connect/submit", { sourceIp: "192.0.2.1", headers } as never);
  expect(of({ "user-agent": "x".repeat(300) })).toEqual({
    hash: hashOf(SECRET),
    operation: "connect/submit",
    sourceIp: "192.0.2.1",
    userAgent: "x".repeat(200),
  });
  expect(of({}).userAgent).toBe("");
});
