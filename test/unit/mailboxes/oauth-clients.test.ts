import { describe, expect, it } from "vitest";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import {
  assertChosen,
  changeOAuthClient,
  createOAuthClient,
  deleteOAuthClient,
  findOAuthClient,
  type OAuthClient,
  withOwnClients,
} from "#shared/mailboxes/oauth/oauth-clients.ts";
import { OAuthError } from "#shared/mailboxes/oauth/oauth.ts";
import { oauthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";

const client: OAuthClient = {
  id: "c1",
  userId: "u",
  provider: "outlook",
  clientId: "own",
  name: "Own",
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const stage = async () => oauthProviders({ google: { client_id: "g" }, outlook: { client_id: "o" } }, () => "imap");

describe("an OAuth client of one's own", () => {
  const chosen = (opened: Partial<OAuthClient> | undefined) =>
    withOwnClients(stage, {
      open: async (userId, id) => (opened && userId === "u" && id === "c1" ? { client: { ...client, ...opened }, secret: "s" } : undefined),
    });

  it("stands in place of this service's at its provider alone, and nowhere where none is chosen", async () => {
    const { outlook, google } = await chosen({ tenant: "t" })({ userId: "u", oauthClientId: "c1" });
    expect([outlook.clientId, outlook.clientSecret, outlook.own]).toEqual(["own", "s", { id: "c1", tenant: "t" }]);
    expect([google.clientId, google.own]).toEqual(["g", undefined]);
    expect((await chosen({})()).outlook.clientId).toBe("o");
    expect((await chosen({})({ userId: "u" })).outlook.clientId).toBe("o");
  });

  it("of one directory asks and redeems there; any other for every account", async () => {
    const urls = async (more: Partial<OAuthClient>) => {
      const { outlook } = await chosen(more)({ userId: "u", oauthClientId: "c1" });
      return [outlook.authorizeUrl, outlook.tokenUrl].map((url) => new URL(url).pathname.split("/")[1]);
    };
    expect(await urls({ directoryId: "d-1" })).toEqual(["d-1", "d-1"]);
    expect(await urls({})).toEqual(["common", "common"]);
  });

  it("that is gone, or another account's, is 404", async () => {
    await expect(chosen(undefined)({ userId: "u", oauthClientId: "c1" })).rejects.toMatchObject({ reason: "notFound" });
    await expect(chosen({})({ userId: "v", oauthClientId: "c1" })).rejects.toMatchObject({ reason: "notFound" });
  });

  it.each([
    [{}, undefined, true],
    [{}, { tenant: "t" }, true],
    [{ tenant: "t" }, { tenant: "t" }, true],
    [{ tenant: "t" }, undefined, true],
    [{ tenant: "t" }, { tenant: "other" }, false],
    [{ tenant: "t" }, {}, false],
    [{ id: "c2" }, undefined, false],
    [undefined, undefined, false],
  ])("%j for %j suits: %s", (own, whose, suits) => {
    const provider = { own: own && { id: "c1", ...own } } as never;
    const asked = () => assertChosen(provider, { oauthClientId: "c1", ...(whose && { whose }) });
    if (suits) expect(asked).not.toThrow();
    else expect(asked).toThrow(expect.objectContaining({ reason: "notFound" }));
    expect(() => assertChosen(provider, { ...(whose && { whose }) })).not.toThrow();
  });

  it("is stored with what was given alone, a hundred at most", async () => {
    const made: object[] = [];
    const ports = (most = 100) => ({
      oauthClients: { insert: async (one: object, _: string, allowed: number) => (made.push(one), allowed === most) } as never,
      clock: { now: () => new Date(5) },
      ids: { objectId: () => "c9", random: () => "" },
    });
    const facts = { provider: "google", clientId: "own", name: "Own" } as const;
    const plain = await createOAuthClient(ports(), "u", { ...facts, clientSecret: "s" });
    expect(plain).toEqual({ ...facts, id: "c9", userId: "u", createdAt: new Date(5), updatedAt: new Date(5) });
    const more = { tenant: "", directoryId: "d", pubsubTopic: "p" };
    expect(await createOAuthClient(ports(), "u", { ...facts, ...more, clientSecret: "s" })).toMatchObject(more);
    expect(JSON.stringify(made)).not.toContain("clientSecret");
    await expect(createOAuthClient(ports(99), "u", { ...facts, clientSecret: "s" })).rejects.toMatchObject({ reason: "conflict" });
  });

  it.each([
    [undefined, "notFound", ""],
    [1, "conflict", "1 mailbox is connected"],
    [2, "conflict", "2 mailboxes are connected"],
  ] as const)("with %s mailboxes is not deleted: %s", async (used, reason, details) => {
    const deleting = deleteOAuthClient({ oauthClients: { delete: async () => used } }, "u", "c1");
    await expect(deleting).rejects.toMatchObject({ reason });
    await expect(deleting).rejects.toSatisfy((error) => JSON.stringify(error).includes(details));
    await deleteOAuthClient({ oauthClients: { delete: async () => 0 } }, "u", "c1");
    await expect(findOAuthClient({ oauthClients: { find: async () => undefined } }, "u", "c1")).rejects.toMatchObject({
      reason: "notFound",
    });
  });
});

describe("a client's new secret", () => {
  type Told = "accepted" | "client" | "refused" | "network" | "leased" | "empty" | "broken";

  const change = async (told: readonly Told[], changes: object = { clientSecret: "new" }) => {
    const [updates, released, stored]: [object[], string[], string[]] = [[], [], []];
    const at = ({ id }: Pick<Mailbox, "id">) => told[Number(id)];
    const asked: string[] = [];
    const changed = changeOAuthClient(
      {
        oauthClients: {
          find: async () => client,
          mailboxes: async (_u: string, _i: string, most: number) =>
            told.slice(0, most).map((_, n) => ({ id: `${n}`, type: "outlook", transport: "imap_smtp" }) as unknown as Mailbox),
          update: async (_u: string, _i: string, what: object) => (updates.push(what), client),
        } as never,
        providers: stage,
        oauthTokens: {
          refresh: async (provider: { clientSecret: string }, id: string) => {
            asked.push(provider.clientSecret);
            const what = told[Number(id)];
            if (what === "broken") throw new TypeError("broken");
            if (what !== "accepted")
              throw new OAuthError(what === "client" ? "client" : what === "refused" ? "refused" : "temporary", "no");
            return { accessToken: "a", refreshToken: "r", expiresAt: new Date(0), scope: "" };
          },
        },
        grants: {
          lease: async (mailbox: Mailbox) => (at(mailbox) === "leased" ? undefined : "lease"),
          read: async (mailbox: Mailbox) => (at(mailbox) === "empty" ? undefined : { refreshToken: mailbox.id, version: 1 }),
          store: async (mailbox: Mailbox) => void stored.push(mailbox.id),
          release: async (mailbox: Mailbox) => void released.push(mailbox.id),
        } as never,
      },
      "u",
      "c1",
      changes,
    ).then(
      () => "changed",
      (error: unknown) => (error as { reason?: string }).reason ?? (error as Error).message,
    );
    return { ended: await changed, updates: updates.length, released, stored, asked };
  };

  it.each([
    [["accepted"], "changed", ["0"]],
    [[], "changed", []],
    [["refused", "empty", "accepted"], "changed", ["0", "1", "2"]],
    [["refused", "refused", "refused"], "changed", ["0", "1", "2"]],
    [["client"], "invalid", ["0"]],
    [["refused", "client", "accepted"], "invalid", ["0", "1"]],
    [["leased", "accepted"], "changed", ["1"]],
    [["leased", "refused"], "unavailable", ["1"]],
    [["network", "refused", "empty"], "unavailable", ["0", "1", "2"]],
    [["refused", "refused", "refused", "client"], "changed", ["0", "1", "2"]],
    [["broken"], "broken", ["0"]],
  ] as const)("where mailboxes answer %j is %s, and every lease is given back", async (told, ended, released) => {
    const outcome = await change(told);
    expect(outcome).toMatchObject({ ended, released, updates: ended === "changed" ? 1 : 0 });
    expect(outcome.stored).toHaveLength(told.slice(0, 3).includes("accepted" as never) && ended === "changed" ? 1 : 0);
    expect(new Set(outcome.asked)).toEqual(new Set(outcome.asked.length > 0 ? ["new"] : []));
  });

  it("is not tried where only other fields change", async () => {
    expect(await change(["client"], { name: "Other" })).toMatchObject({ ended: "changed", asked: [], released: [] });
  });
});
