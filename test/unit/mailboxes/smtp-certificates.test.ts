import { afterEach, expect, it } from "vitest";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { speaksTls, upgradeTls } from "#shared/platform/egress/tls.ts";
import { smtpSubmissions } from "#shared/transports/smtp/submissions.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { type ScriptableSmtp, startScriptableSmtp } from "#test/support/scriptable-smtp.ts";

const egress = { openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") }), upgradeTls };
const submissions = smtpSubmissions(egress);
let server: ScriptableSmtp | undefined;
afterEach(() => server?.stop());

it.each([
  ["implicit", "tls"],
  ["starttls", "starttls"],
] as const)("names the certificate of an unknown authority, by %s TLS", async (tls, secure) => {
  server = await startScriptableSmtp({ script: {}, tls, certificate: await (await createAuthority()).issue(loopbackNames) });
  const account = { host: "127.0.0.1", port: server.port, secure, username: "sales", credential: { password: "secret" } };

  await expect(submissions.open(account)).rejects.toMatchObject({ reason: "certificate" });
});

it.each([
  ["implicit", true],
  ["none", false],
] as const)("asks a server with %s TLS whether it answers a TLS hello: %s", async (tls, answers) => {
  server = await startScriptableSmtp({ script: {}, tls, certificate: await (await createAuthority()).issue(loopbackNames) });

  expect(await speaksTls(egress)({ host: "127.0.0.1", port: server.port, protocol: "SMTP" })).toBe(answers);
});
