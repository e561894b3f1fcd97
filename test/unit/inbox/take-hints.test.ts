import { describe, expect, it } from "vitest";
import { takeGmailHints, takeGraphHints } from "#shared/inbox/hints/take-hints.ts";
import { mailboxIn, proofOf, type NotificationProof } from "#shared/inbox/hints/renew-watches.ts";

const ID = "655f1c2e9b1e8a00123456b0";
const secretOf = (n: number) => `${n.toString(16).padStart(24, "0")}.${"a".repeat(48)}`;

const hooks = (isOn = true) => {
  const [took, hurried, queued]: [object[], string[], unknown[]] = [[], [], []];
  const ports = {
    hints: {
      // Mailbox 9 has another secret.
      proven: async (told: NotificationProof) => {
        took.push(...("address" in told ? [told] : told));
        return "address" in told ? [ID] : told.flatMap(({ mailboxId }) => (mailboxId.endsWith("09") ? [] : mailboxId));
      },
      take: async (ids: readonly string[]) => ids.map((id) => ({ id, userId: "u", delaySeconds: 3 })),
      hurry: async (ids: readonly string[]) => void hurried.push(...ids),
    },
    syncQueue: { add: async (mailboxes: readonly unknown[], delay?: number) => void queued.push([mailboxes, delay]) },
    isOn: () => isOn,
  };
  const graph = (value: unknown, query: object = {}) => takeGraphHints(ports, { query, body: { value } } as never);
  const gmail = (data: string | undefined, project: string | undefined = "p", authorization = "Bearer x") =>
    takeGmailHints({ ...ports, signedBy: async (said) => (said === "Bearer x" ? project : undefined) }, {
      headers: { authorization },
      body: data === undefined ? {} : { message: { data } },
    } as never);
  return { took, hurried, queued, graph, gmail };
};

describe("Graph's hook", () => {
  it("is not there in a stage without it, for validations too", async () => {
    const { graph, gmail } = hooks(false);
    await expect(graph([])).rejects.toMatchObject({ reason: "notFound" });
    await expect(graph([], { validationToken: "t" })).rejects.toMatchObject({ reason: "notFound" });
    await expect(gmail("")).rejects.toMatchObject({ reason: "notFound" });
  });

  it("answers a validation with its token as text, an empty one too, and takes nothing with it", async () => {
    const { graph, took } = hooks();
    for (const token of ["<script>", ""])
      expect(await graph([{ clientState: secretOf(1) }], { validationToken: token })).toEqual({
        status: 200,
        headers: { "content-type": "text/plain" },
        body: token,
      });
    expect(took).toEqual([]);
  });

  it("takes each mailbox of a secret's form once, with its hash alone, and polls it when the hint says", async () => {
    const { graph, took, queued, hurried } = hooks();
    const strange = ["", "x", `${ID}.${"a".repeat(47)}`, `${ID}.${"A".repeat(48)}`, `${ID}${"a".repeat(48)}`, ` ${secretOf(2)}`];

    expect(await graph([secretOf(1), secretOf(1), ...strange].map((clientState) => ({ clientState })))).toEqual({
      status: 202,
      headers: {},
      body: "",
    });

    expect(took).toMatchObject([{ mailboxId: "1".padStart(24, "0"), proof: proofOf(secretOf(1)) }]);
    expect(JSON.stringify(took)).not.toContain("a".repeat(48));
    expect(queued).toEqual([[[{ id: "1".padStart(24, "0"), userId: "u" }], 3]]);
    expect(hurried).toEqual([]);
    expect(await graph(undefined)).toMatchObject({ status: 202 });
  });

  it("renews what an event of its life is about, once, wherever it stands, and polls it as well", async () => {
    const { graph, took, hurried } = hooks();
    await graph([
      { clientState: secretOf(1), lifecycleEvent: "missed" },
      { clientState: secretOf(1) },
      { clientState: secretOf(2) },
      { clientState: secretOf(3) },
      { clientState: secretOf(3), lifecycleEvent: "reauthorizationRequired" },
      { lifecycleEvent: "missed" },
    ]);
    expect(took).toHaveLength(3);
    expect(hurried).toEqual(["1", "3"].map((n) => n.padStart(24, "0")));
  });

  it("renews and polls nothing without its secret, whatever stands beside it", async () => {
    const { graph, queued, hurried } = hooks();
    await graph([{ clientState: secretOf(9), lifecycleEvent: "missed" }, { clientState: secretOf(1) }]);
    expect(hurried).toEqual([]);
    expect(queued).toEqual([[[{ id: "1".padStart(24, "0"), userId: "u" }], 3]]);
  });

  it("looks at a hundred mailboxes of a call, and at what it knows of these to its end", async () => {
    const { graph, took, hurried } = hooks();
    const all = Array.from({ length: 150 }, (_, n) => ({ clientState: secretOf(n) }));
    await graph([...all, { clientState: secretOf(5), lifecycleEvent: "missed" }, { clientState: secretOf(140), lifecycleEvent: "missed" }]);
    expect([took.length, hurried.length]).toEqual([100, 1]);
  });
});

describe("Gmail's hook", () => {
  const data = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

  it("polls the address that a signed call names, under the signer's project", async () => {
    const { gmail, took, queued } = hooks();
    expect(await gmail(data({ emailAddress: "Jane@Example.test", historyId: 7 }))).toMatchObject({ status: 202 });
    expect([took, queued.length]).toEqual([[{ address: "jane@example.test", project: "p" }], 1]);
  });

  it("is 401 without a signature, before anything is read, and 202 for what names no address", async () => {
    const { gmail, took } = hooks();
    await expect(gmail(data({ emailAddress: "jane@example.test" }), "p", "Bearer y")).rejects.toMatchObject({ reason: "unauthorized" });
    for (const odd of [
      undefined,
      "",
      "%%%",
      data("null"),
      data("7"),
      data("{"),
      data({}),
      data({ emailAddress: 7 }),
      data({ emailAddress: "a".repeat(321) }),
    ])
      expect(await gmail(odd)).toMatchObject({ status: 202 });
    expect(took).toEqual([]);
    await gmail(data({ emailAddress: "a".repeat(320) }));
    expect(took).toHaveLength(1);
  });
});

it("a secret names its mailbox, and no other text does", () => {
  expect(mailboxIn(`${ID}.${"0".repeat(48)}`)).toBe(ID);
  expect([`${ID}.`, `${ID}.${"0".repeat(49)}`, `${ID.toUpperCase()}.${"0".repeat(48)}`, ""].map(mailboxIn)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
