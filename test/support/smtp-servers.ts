import { afterEach, beforeAll } from "vitest";
import type { ServerCertificate } from "#infra/local/certificates.ts";
import { trustedCertificate } from "./authority.ts";
import { type ScriptableSmtp, type Script, startScriptableSmtp } from "./scriptable-smtp.ts";

/** Starts scriptable SMTP servers for a suite, whose processes trust their certificate; each is stopped after the test that started it. */
export const smtpServers = () => {
  let certificate: ServerCertificate;
  beforeAll(async () => {
    certificate = await trustedCertificate();
  });

  const servers: ScriptableSmtp[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });
  return async (script: Script = {}, tls: "implicit" | "starttls" = "implicit"): Promise<ScriptableSmtp> => {
    const server = await startScriptableSmtp({ script, tls, certificate });
    servers.push(server);
    return server;
  };
};
