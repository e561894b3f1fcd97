import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient, WebhookVerificationError } from "#shared/client/index.ts";
import { newSecret, signedHeaders } from "#shared/webhooks/deliver-webhook.ts";

const { webhooks } = createClient({ baseUrl: "https://api.test" });
const [secret, other] = [newSecret(), newSecret()];
const body = JSON.stringify({ id: "e1", type: "send.sent", sequence: 1, data: { subject: "Grüße 你好" } });
const signed = (at = new Date(), secrets = [secret]) => signedHeaders(secrets, "e1", at, body);

describe("a webhook that the service signed", () => {
  it("is its event", async () => {
    expect(await webhooks.verify(signed(), body, secret)).toEqual(JSON.parse(body));
  });

  it("is taken from Headers, and from a server's object in any case", async () => {
    await webhooks.verify(new Headers(signed()), body, secret);
    const upper = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]));
    await webhooks.verify(upper, body, secret);
  });

  it("is taken with either secret while one is rotated, on either side", async () => {
    await webhooks.verify(signed(new Date(), [other, secret]), body, secret);
    await webhooks.verify(signed(), body, [other, secret]);
  });
});

it("a webhook is taken as bytes, and with any class of Headers", async () => {
  const bytes = new TextEncoder().encode(body);
  expect(await webhooks.verify(signed(), bytes, secret)).toEqual(JSON.parse(body));
  await webhooks.verify(signed(), Buffer.from(body), secret);
  await webhooks.verify(signed(), bytes.buffer, secret);
  const held = new Map(Object.entries(signed()));
  await webhooks.verify({ get: (name) => held.get(name) ?? null }, body, secret);
});

it("a body that was parsed, and a secret that is not set, are named", async () => {
  await expect(webhooks.verify(signed(), JSON.parse(body) as string, secret)).rejects.toThrow(/not parsed JSON/);
  await expect(webhooks.verify(signed(), body, undefined as unknown as string)).rejects.toThrow(/The secret is not one/);
});

it("signatures of another length cost nothing: a header holds thousands", async () => {
  const { "webhook-signature": right = "", ...rest } = signed();
  const verify = vi.spyOn(crypto.subtle, "verify");
  onTestFinished(() => verify.mockRestore());
  await webhooks.verify({ ...rest, "webhook-signature": `${"v1,AAAA ".repeat(2_000)}${right}` }, body, secret);
  expect(verify).toHaveBeenCalledTimes(1);
});

describe("a request is refused", () => {
  const refused = (headers: Readonly<Record<string, string>>, text = body, by = secret) =>
    expect(webhooks.verify(headers, text, by)).rejects.toThrow(WebhookVerificationError);

  it("when the body was changed, or the secret is another", async () => {
    await refused(signed(), `${body} `);
    await refused(signed(), body, other);
  });

  it("when its id or time was changed", async () => {
    await refused({ ...signed(), "webhook-id": "e2" });
    await refused({ ...signed(), "webhook-timestamp": String(Math.floor(Date.now() / 1_000) - 1) });
  });

  it("when it is five minutes old, or from the future, or without a time", async () => {
    await refused(signed(new Date(Date.now() - 301_000)));
    await refused(signed(new Date(Date.now() + 302_000)));
    await refused({ ...signed(), "webhook-timestamp": "soon" });
  });

  it("when a header is missing or the signature is none", async () => {
    const { "webhook-signature": signature = "", ...unsigned } = signed();
    await refused(unsigned);
    for (const bad of ["", "v1,", "v1,!!!", `v1a,${signature.slice(3)}`, signature.slice(3)])
      await refused({ ...unsigned, "webhook-signature": bad });
  });

  it("with a secret that is none", async () => {
    for (const bad of ["", "whsec_", "whsec_%%%"]) await refused(signed(), body, bad);
  });
});
