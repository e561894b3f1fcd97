// The DNS check as a client meets it (api/README.md, "Mailboxes").
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDnsServer } from "#test/support/dns-server.ts";
import { type RunningSystem, runSystem } from "#test/support/running-system.ts";

let system: RunningSystem;
let dns: Awaited<ReturnType<typeof startDnsServer>>;

beforeAll(async () => {
  dns = await startDnsServer({
    "healthy.test": { TXT: ["v=spf1 ip4:127.0.0.1 -all"], A: ["127.0.0.1"] },
    "key._domainkey.healthy.test": { TXT: [["v=DKIM1; k=rsa; p=MIIB", "IjANBg"]] },
    "_dmarc.healthy.test": { TXT: ["v=DMARC1; p=none"] },
    "broken.test": "SERVFAIL",
    "_dmarc.broken.test": "SERVFAIL",
  });
  system = await runSystem({ DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await system?.stop();
  dns?.stop();
});

describe("POST /v1/mailboxes/{id}/dns", () => {
  it("returns the state of all three records, verified, missing, and error when the resolver fails", async () => {
    const check = async (email: string, more = {}) => {
      const id = await system.connect(email, more);
      const { status, body } = await system.call("POST", `/v1/mailboxes/${id}/dns`);
      expect(status).toBe(200);
      expect(body).toEqual({ mailbox_id: id, dkim: aRecord, spf: aRecord, dmarc: aRecord });
      return [body.dkim.status, body.spf.status, body.dmarc.status];
    };
    const aRecord = { status: expect.any(String), expected: expect.any(String), current: expect.any(String) };

    expect(await check("me@healthy.test", { dkim_selector: "key" })).toEqual(["verified", "verified", "verified"]);
    expect(await check("me@nothing.test")).toEqual(["missing", "missing", "missing"]);
    expect((await check("me@broken.test")).slice(1)).toEqual(["error", "error"]);
    expect(await check("me@gmail.com")).toEqual(["not_applicable", "not_applicable", "not_applicable"]);
  });

  it("looks at the selectors that a mailbox names when it is connected or changed", async () => {
    const id = await system.connect("you@healthy.test", { dkim_selector: ["old", "key"] });
    const patched = (dkim_selector: unknown) => system.call("PATCH", `/v1/mailboxes/${id}`, { dkim_selector });
    const found = async () => (await system.call("POST", `/v1/mailboxes/${id}/dns`)).body.dkim.status;

    expect(await found()).toBe("verified");
    expect((await patched("old")).status).toBe(200);
    expect(await found()).toBe("missing");
    expect((await patched([])).body.details).toMatchObject([{ field: "dkim_selector" }]);
    expect((await patched(["no selector"])).status).toBe(400);
  });
});
