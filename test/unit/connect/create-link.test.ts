import { describe, expect, it } from "vitest";
import type { ConnectLink } from "#shared/connect/connect-link.ts";
import { createLink, findLink, type NewLink } from "#shared/connect/create-link.ts";

const HOME = "https://app.example.com/connected";
const box = { id: "m", email: "Jane@x.test", tenant: "t", type: "google", oauthClientId: "c" };

const made = async (request: Partial<NewLink>, more: { mailbox?: object; client?: object | undefined } = {}) => {
  const inserted: unknown[] = [];
  const client = "client" in more ? more.client : { id: "c", provider: "google" };
  const link = createLink(
    {
      users: { find: async () => ({ connectRedirectUris: [HOME] }) } as never,
      mailboxes: { find: async (_u: string, id: string) => (id === "m" ? { ...box, ...more.mailbox } : undefined) } as never,
      oauthClients: { find: async (_u: string, id: string) => client && { ...client, id } } as never,
      connectLinks: { insert: async (...all: unknown[]) => void inserted.push(all) } as never,
      urlOf: (token) => `https://mail.example.com/connect/${token}`,
      clock: { now: () => new Date(0) },
      ids: { objectId: () => "l", random: (bytes: number) => "ab".repeat(bytes) },
    },
    "u",
    { redirectUri: HOME, ...request },
  );
  return link.then((one) => ({ link: one as ConnectLink & { url: string }, inserted }));
};
const refusal = (request: Partial<NewLink>, more = {}) =>
  made(request, more).then(
    () => "made",
    (error: { reason: string; details?: readonly { field: string }[] }) =>
      [error.reason, ...(Array.isArray(error.details) ? error.details.map(({ field }) => field) : [])].join(" "),
  );

describe("a connect link", () => {
  it("has what was asked for alone, for a day, with a URL whose token is stored as a hash", async () => {
    const { link, inserted } = await made({});
    const { url, ...kept } = link;
    expect(kept).toEqual({
      redirectUri: HOME,
      id: "l",
      userId: "u",
      status: "open",
      state: "ab".repeat(16),
      failures: 0,
      createdAt: new Date(0),
      expiresAt: new Date(86_400_000),
    });
    expect(inserted).toEqual([[kept, expect.stringMatching(/^[0-9a-f]{64}$/)]]);
    expect(JSON.stringify(inserted)).not.toContain(url.split("/").at(-1));
    expect((await made({ tenant: "t", email: "a@x.test", state: "s", expiresIn: 60 })).link).toMatchObject({
      tenant: "t",
      email: "a@x.test",
      state: "s",
      expiresAt: new Date(60_000),
    });
  });

  it("of a mailbox has its address, tenant and OAuth client, and no other tenant's", async () => {
    expect((await made({ mailboxId: "m" })).link).toMatchObject({ email: box.email, tenant: "t", oauthClientId: "c" });
    const free = (await made({ mailboxId: "m" }, { mailbox: { tenant: undefined, oauthClientId: undefined } })).link;
    expect([free, "tenant" in free, "oauthClientId" in free]).toMatchObject([{ email: box.email }, false, false]);
    expect((await made({ mailboxId: "m", email: "jane@X.test", tenant: "t" })).link.email).toBe(box.email);
    // It keeps what its grant allows, unless the link asks for another transport.
    const sender = { mailbox: { transportUsed: "gmail_api", access: "send" } };
    expect((await made({ mailboxId: "m" }, sender)).link.access).toBe("send");
    expect((await made({ mailboxId: "m", access: "full" }, sender)).link.access).toBe("full");
    expect((await made({ mailboxId: "m", transport: "imap_smtp" }, sender)).link).not.toHaveProperty("access");
    expect((await made({ mailboxId: "m" })).link).not.toHaveProperty("access");
    // Its client was deleted since.
    expect((await made({ mailboxId: "m" }, { client: undefined })).link).not.toHaveProperty("oauthClientId");
  });

  it.each([
    [{ mailboxId: "n" }, {}, "notFound"],
    [{ redirectUri: `${HOME}/x` }, {}, "invalid redirectUri"],
    [{ mailboxId: "m", email: "other@x.test" }, {}, "invalid email"],
    [{ mailboxId: "m", tenant: "other" }, {}, "invalid tenant"],
    [{ mailboxId: "m", tenant: "t" }, { mailbox: { tenant: undefined } }, "invalid tenant"],
    [{ redirectUri: "x", mailboxId: "m", email: "o@x.test", tenant: "o" }, {}, "invalid redirectUri email tenant"],
    [{ transport: "graph", types: ["google"] }, {}, "invalid transport"],
    [{ transport: "graph" }, {}, "made"],
    [{ transport: "graph", types: ["smtp"] }, {}, "invalid transport"],
    [{ oauthClientId: "c", tenant: "t" }, { client: { provider: "google", tenant: "other" } }, "notFound oauthClientId"],
    [{ oauthClientId: "c" }, { client: { provider: "google", tenant: "t" } }, "notFound oauthClientId"],
    [{ oauthClientId: "c", tenant: "t" }, { client: { provider: "google", tenant: "t" } }, "made"],
    [{ oauthClientId: "c", types: ["outlook"] }, {}, "notFound oauthClientId"],
    [{ oauthClientId: "c", mailboxId: "m" }, { client: { provider: "outlook" } }, "notFound oauthClientId"],
    [{ oauthClientId: "c" }, { client: undefined }, "notFound oauthClientId"],
    [{ oauthClientId: "c" }, {}, "made"],
  ] as const)("asked for with %j (%j) is %s", async (request, more, what) => {
    expect(await refusal(request as never, more)).toBe(what);
  });

  it("that is not there is 404", async () => {
    await expect(findLink({ connectLinks: { find: async () => undefined } }, "u", "l")).rejects.toMatchObject({ reason: "notFound" });
  });
});
