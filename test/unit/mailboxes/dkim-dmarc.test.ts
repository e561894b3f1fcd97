import { describe, expect, it, test } from "vitest";
import { aMailbox, health, type World } from "./dns-world.ts";

const dkim = async (world: World, mailbox = aMailbox()) => (await health(world, mailbox)).dkim;
const dmarc = async (world: World, mailbox = aMailbox()) => (await health(world, mailbox)).dmarc;

describe("DKIM", () => {
  const key = "v=DKIM1; k=rsa; p=MIGfMA0G";

  test.each<[ReturnType<typeof aMailbox>, string]>([
    [aMailbox({ type: "google" }), "google"],
    [aMailbox({ type: "outlook" }), "selector1"],
    [aMailbox({ type: "outlook" }), "selector2"],
    [aMailbox({ dkimSelector: "own.2026" }), "own.2026"],
    ...["default", "dkim", "mail", "s1", "s2", "k1"].map((selector): [ReturnType<typeof aMailbox>, string] => [aMailbox(), selector]),
  ])("is verified by a key where the mailbox's type looks (%#)", async (mailbox, selector) => {
    expect(await dkim({ txt: { [`${selector}._domainkey.good.test`]: [key] } }, mailbox)).toEqual({
      status: "verified",
      expected: key,
      current: key,
    });
  });

  it.each(["google", "outlook", "smtp"] as const)("is verified by a key at any selector that a mailbox of type %s names", async (type) => {
    const txt = { "own2._domainkey.good.test": [key], "own1._domainkey.good.test": ["v=DKIM1; p="] };

    expect((await dkim({ txt }, aMailbox({ type, dkimSelector: "own2" }))).status).toBe("verified");
    expect((await dkim({ txt }, aMailbox({ type, dkimSelector: ["own1", "own2"] }))).status).toBe("verified");
    expect((await dkim({ txt }, aMailbox({ type, dkimSelector: ["own1", "own3"] }))).status).toBe("invalid");
    expect((await dkim({ txt }, aMailbox({ type }))).status).toBe("missing");
  });

  it("does not look at other selectors when the mailbox names its own", async () => {
    const result = await dkim({ txt: { "s1._domainkey.good.test": [key] } }, aMailbox({ dkimSelector: "own" }));

    expect(result.status).toBe("missing");
    expect(result.expected).toContain("own._domainkey.good.test");
  });

  test.each([
    "v=DKIM1; k=rsa; p=MIG|fMA0G",
    "p=MIGfMA0G==",
    "v=DKIM1;p=MIGf MA0G;",
    "v=DKIM1; s=email; p=MIGfMA0G",
    "v=DKIM1; s=*; p=MIGfMA0G",
    "v=DKIM1; s=tlsrpt:email; h=sha1:sha256; p=MIGfMA0G",
    "v=DKIM1; t=y; k=ed25519; h=sha256; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
  ])("accepts %j", async (record) => {
    const current = record.replace("|", "");

    expect(await dkim({ txt: { "s1._domainkey.good.test": [record] } })).toEqual({ status: "verified", expected: current, current });
  });

  test.each([
    ["v=DKIM1; s=tlsrpt; p=MIGfMA0G"],
    ["v=DKIM1; s=other:tlsrpt; p=MIGfMA0G"],
    ["v=DKIM1; h=sha1; p=MIGfMA0G"],
    ["v=DKIM1; p="],
    ["p="],
    ["v=DKIM1; k=rsa"],
    ["v=DKIM2; p=MIGf"],
    ["k=rsa; v=DKIM1; p=MIGf"],
    ["v=DKIM1; k=dsa; p=MIGf"],
    ["v=DKIM1; p=<key>"],
    [key, key],
  ])("is invalid by %j", async (...records) => {
    const result = await dkim({ txt: { "s1._domainkey.good.test": records } });

    expect(result).toMatchObject({
      status: "invalid",
      current: records.join("\n"),
      expected: expect.stringMatching(/^v=DKIM1; k=rsa; p=</),
    });
  });

  it("takes no wildcard TXT record for a key", async () => {
    expect((await dkim({ txt: { "s1._domainkey.good.test": ["v=spf1 -all"] } })).status).toBe("missing");
  });

  it("is an error when one selector fails and no other has a key, verified when one has", async () => {
    const failing = { "mail._domainkey.good.test": "fails", "s1._domainkey.good.test": ["v=DKIM1; p="] } as const;

    expect(await dkim({ txt: failing })).toMatchObject({ status: "error", current: "" });
    expect((await dkim({ txt: { ...failing, "k1._domainkey.good.test": [key] } })).status).toBe("verified");
  });
});

describe("DMARC", () => {
  const record = "v=DMARC1; p=none; rua=mailto:d@good.test";

  test.each([record, "v=DMARC1;p=reject", "v = DMARC1 ; sp=none; P=Quarantine;"])("is verified by %j", async (text) => {
    expect(await dmarc({ txt: { "_dmarc.good.test": [text] } })).toEqual({ status: "verified", expected: text, current: text });
  });

  test.each([["v=DMARC1; rua=mailto:d@good.test"], ["v=DMARC1; p="], ["v=DMARC1; p=maybe"], ["v=DMARC1; sp=none"], [record, record]])(
    "is invalid by %j",
    async (...records) => {
      const result = await dmarc({ txt: { "_dmarc.good.test": records } });

      expect(result).toEqual({ status: "invalid", expected: "v=DMARC1; p=none", current: records.join("\n") });
    },
  );

  it("is missing without a record, other texts aside", async () => {
    expect(await dmarc({ txt: { "_dmarc.good.test": ["p=none", "v=spf1 -all", "v=dmarc1; p=none"] } })).toEqual({
      status: "missing",
      expected: "v=DMARC1; p=none",
      current: "",
    });
  });

  it("comes from the organisational domain when the domain has none, and only then", async () => {
    const mailbox = aMailbox({ email: "ann@mail.sub.good.test" });
    const above = { "_dmarc.good.test": [record], "_dmarc.sub.good.test": ["v=DMARC1; p=reject"] };

    expect((await dmarc({ txt: above }, mailbox)).current).toBe(record);
    expect((await dmarc({ txt: { ...above, "_dmarc.mail.sub.good.test": ["v=DMARC1; rua=x"] } }, mailbox)).status).toBe("invalid");
    expect((await dmarc({ txt: { ...above, "_dmarc.mail.sub.good.test": "fails" } }, mailbox)).status).toBe("error");
  });
});
