import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Api, connectApi } from "#infra/local/demo/api.ts";

/** The system under test: two accounts with a key each, and where to find a mail provider. */
export interface Target {
  readonly url: string;
  readonly key: string;
  readonly otherKey: string;
  readonly mail: { readonly host: string; readonly smtps: number; readonly imaps: number; readonly password: string };
  stop(): Promise<void>;
}

const KEEP_GOING = "1000000";

/** The system that CONTRACT_TARGET describes as JSON (the lane that runs the real bundles sets it), else the local one, started here without a rate limit. */
export const openTarget = async (): Promise<Target> => {
  const given = process.env["CONTRACT_TARGET"];
  if (given) return { ...(JSON.parse(given) as Omit<Target, "stop">), stop: async () => {} };
  Object.assign(process.env, { RATE_BURST: KEEP_GOING, RATE_PER_SECOND: KEEP_GOING });
  const folder = mkdtempSync(join(tmpdir(), "contract-"));
  const { startLocalSystem } = await import("#infra/local/local-system.ts");
  const { openDataFolder } = await import("#infra/local/data-folder.ts");
  const system = await startLocalSystem({ port: 0, folder: await openDataFolder(folder) });
  const { createUser } = await import("#shared/domain/auth/create-user.ts");
  const { users } = await import("#shared/runtime/ports/users.ts");
  const { wallets } = await import("#shared/runtime/ports/wallets.ts");
  const { clock, ids } = await import("#shared/runtime/system.ts");
  const other = await createUser({ users, clock, ids }, { email: "other@example.com", name: "Other", password: "other-password" });
  await wallets.topUp(other.id, 1_000, "test");
  const { token } = await connectApi(system.url, "").post("/api/v1/auth/login", { email: other.email, password: "other-password" });
  const { host, ports, password } = system.sandbox;
  return {
    url: system.url,
    key: system.account.api_key,
    otherKey: token,
    mail: { host, smtps: ports.smtps, imaps: ports.imaps, password },
    stop: async () => {
      await system.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A body that connects an address of the sandbox provider. */
export const mailboxBody = ({ mail }: Target, email: string) => ({
  type: "smtp",
  email,
  smtp_host: mail.host,
  smtp_port: mail.smtps,
  smtp_secure: "tls",
  smtp_password: mail.password,
  imap_host: mail.host,
  imap_port: mail.imaps,
  imap_password: mail.password,
});

/** One resource of each kind that an account owns, by the name of its path placeholder's kind. */
export interface Owned {
  readonly mailbox: string;
  readonly send: string;
  readonly message: string;
  readonly thread: string;
  readonly apiKey: string;
}

const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error("gave up waiting for a reply");
};

/** Connects a mailbox, sends, and waits for the reply, so that the account owns one of everything. */
export const ownEverything = async (target: Target, api: Api, address: string): Promise<Owned> => {
  const mailbox = await api.post("/v1/mailboxes", mailboxBody(target, address), 201);
  const send = await api.post("/v1/send", { mailbox_id: mailbox.id, to: `reply.${address}`, subject: "Hello", body_text: "How are you?" });
  const message = await until(async () => {
    const { messages } = await api.get(`/v1/inbox/messages?fresh=true&mailbox_id=${mailbox.id}`);
    return messages[0];
  });
  const [key] = await api.get("/v1/api-keys");
  return { mailbox: mailbox.id, send: send.id, message: message.id, thread: message.thread_id, apiKey: key.id };
};
