import { expect, it } from "vitest";
import type { ConnectLink, SeenLink } from "#shared/connect/connect-link.ts";
import { addressPage } from "#shared/connect/page/steps.ts";
import { findConnectOptions } from "#shared/connect/ways.ts";
import { oauthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";

const waysAt = async (type: "google" | "outlook" | "smtp", link: Partial<ConnectLink>, stage: "imap" | "gmail_api" = "imap") => {
  const own = { client_id: "client" };
  const ports = {
    discover: async () => ({ type }),
    providers: async () => oauthProviders({ google: own, outlook: own }, () => stage),
    openLinks: { beginConsents: async () => undefined },
    callbackOf: (provider: string) => `https://mail.example.com/connect/callback/${provider}`,
    clock: { now: () => new Date() },
    ids: { random: () => "00".repeat(32), objectId: () => "655f1c2e9b1e8a00123456b0" },
  };
  return findConnectOptions(ports as never, { id: "655f1c2e9b1e8a00123456b0", ...link } as ConnectLink, "", "jane@x.test");
};
const consentAt = async (type: "google" | "outlook", link: Partial<ConnectLink>, stage?: "imap" | "gmail_api") => {
  const { consents } = await waysAt(type, link, stage);
  return new URL(consents[0]!.url).searchParams.get("scope") ?? "";
};

it.each([
  ["google", "imap", {}, "https://mail.google.com/ openid email profile"],
  ["google", "gmail_api", {}, "https://www.googleapis.com/auth/gmail.modify openid email profile"],
  ["google", "imap", { access: "send" }, "https://www.googleapis.com/auth/gmail.send openid email profile"],
  ["google", "gmail_api", { transport: "imap_smtp" }, "https://mail.google.com/ openid email profile"],
  // What the provider does not know is left out.
  ["google", "imap", { transport: "graph" }, "https://mail.google.com/ openid email profile"],
] as const)("a link's page at %s in a stage with %s and %j asks for %s", async (type, stage, link, scope) =>
  expect(await consentAt(type, link, stage)).toBe(scope),
);

it("a link's page at Outlook asks for both transports, unless it names one", async () => {
  expect(await consentAt("outlook", { access: "send" })).toMatch(/IMAP\.AccessAsUser\.All.*Mail\.ReadWrite/);
  expect(await consentAt("outlook", { transport: "graph" })).not.toContain("IMAP");
});

it.each([
  ["read the answers", {}],
  ["read the answers", { access: "send" }],
  ["read the answers", { access: "send", types: ["google", "outlook"] }],
  ["read the answers", { access: "read_send", types: ["google"] }],
  ["Nothing in it is read", { access: "send", types: ["google"] }],
] as const)("the page says to the owner what is done with the mailbox: %s with %j", (words, link) => {
  const scene = { language: "en", link: link as Partial<ConnectLink> as SeenLink, product: "Acme", logoUrl: "", frameOrigins: [] } as const;
  const { body } = addressPage({ scene, key: "", framed: false, email: "", problems: [] });

  expect(body).toContain(words);
});

it.each([
  ["google", {}, "offered"],
  ["google", { types: ["google"] }, "none"],
  ["google", { types: ["google", "smtp"] }, "offered"],
  ["google", { types: ["smtp"] }, "asked"],
  ["outlook", {}, "none"],
  ["outlook", { types: ["outlook"] }, "none"],
  ["smtp", {}, "asked"],
] as const)("an address at %s and a link of %j: the password is %s", async (type, link, password) => {
  expect((await waysAt(type, link as Partial<ConnectLink>)).password).toBe(password);
});
