// What a session at Microsoft Graph takes for its own drafts, and for a proof of its grant.
import { describe, expect, it } from "vitest";
import { TRACKING_HEADER } from "#shared/mail/write/custom-headers.ts";
import type { HttpCall } from "#shared/platform/egress/egress.ts";
import { graphClient } from "#shared/transports/graph/graph-client.ts";
import { graphDrafts } from "#shared/transports/graph/graph-drafts.ts";
import { graphSubmissions } from "#shared/transports/graph/graph-submissions.ts";
import { graphAccount as account } from "#test/support/graph-account.ts";

const tracked = (id: unknown, value: unknown, facts: object = {}) => ({
  id,
  isDraft: true,
  internetMessageId: `<${String(id)}@contoso.example>`,
  toRecipients: [{ emailAddress: { address: "Kim@ext.test" } }],
  internetMessageHeaders: [
    { name: "X-Other", value: "other" },
    { name: TRACKING_HEADER.toUpperCase(), value },
  ],
  ...facts,
});

/** A Graph whose list of drafts and whose folder answer so. */
const graph = (list: object | number, folder = 200) => {
  const calls: string[] = [];
  const callHttp = async ({ method, url }: HttpCall) => {
    const isList = url.pathname.endsWith("/mailFolders/drafts/messages");
    calls.push(`${method} ${isList ? "list" : url.pathname.split("/").slice(3).join("/")}`);
    const status = isList ? (typeof list === "number" ? list : 200) : folder;
    const body = status >= 300 ? { error: { code: "No", message: "No" } } : isList ? { value: list } : {};
    return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  };
  return { calls, callHttp, open: () => graphSubmissions(callHttp).open(account) };
};

describe("opening", () => {
  it("has as its strays the tracked drafts that have an id", async () => {
    const { open, calls } = graph([
      tracked("a", " key "),
      tracked("b", 7),
      tracked("c", "key", { isDraft: false }),
      tracked(9, "key"),
      tracked("d", "key", { internetMessageHeaders: "x" }),
      tracked("e", "key", { toRecipients: undefined }),
      null,
    ]);

    expect((await open()).strays).toEqual([
      { id: "a", tracking: "key", recipients: ["kim@ext.test"] },
      { id: "e", tracking: "key", recipients: [] },
    ]);
    expect(calls).toEqual(["GET list"]);
  });

  it.each([
    [400, 200, "opened", 2],
    [413, 200, "opened", 2],
    [400, 401, "credentials", 2],
    [400, 403, "credentials", 2],
    [400, 500, "refused", 2],
    [401, 200, "credentials", 1],
    [403, 200, "credentials", 1],
    [429, 200, "refused", 1],
    [500, 200, "refused", 1],
  ])("where the list is answered by %i and the folder by %i is %s", async (list, folder, meaning, asked) => {
    const { open, calls } = graph(list, folder);

    if (meaning === "opened") expect(await open()).toMatchObject({ open: true, strays: [] });
    else await expect(open()).rejects.toMatchObject({ reason: meaning });
    expect(calls).toEqual(["GET list", "GET mailFolders/drafts"].slice(0, asked));
  });
});

it("the drafts of an attempt without an answer are those with its Message-ID or tracking header, and no others are removed", async () => {
  const { callHttp, calls } = graph([
    tracked("mine", "other"),
    tracked("moved", "key", { internetMessageId: "<new@provider.example>" }),
    tracked("foreign", "foreign"),
    tracked("bare", "", { internetMessageId: "", internetMessageHeaders: [] }),
  ]);
  const head = `Message-ID: <mine@contoso.example>\r\n${TRACKING_HEADER}: key\r\nTo: kim@ext.test\r\n\r\nHi\r\n`;

  await graphDrafts(graphClient(callHttp), account).discardStrays({ from: "", to: [], raw: Buffer.from(head) });

  expect(calls.filter((call) => !call.startsWith("GET list")).map((call) => call.split("/").at(-1))).toEqual(["mine", "moved"]);
});
