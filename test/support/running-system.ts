import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ParsedMail, simpleParser } from "mailparser";
import type { MailStore } from "#infra/local/sandbox/mail-store.ts";

/** An answer as it came: JSON parsed, `undefined` for no body, and its bytes. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at whatever comes
  readonly body: any;
  readonly bytes: Buffer;
}

type Call = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;

/** What the tests look at of a row of the message list. */
export interface Row {
  readonly id: string;
  readonly thread_id: string;
  readonly message_id: string;
  readonly kind: string;
  readonly subject: string;
  readonly is_read: boolean;
  readonly received_at: string;
}

/** Where and how a mail lies at the provider, and what it says. */
interface Placing {
  readonly body?: string;
  readonly folder?: string;
  readonly flags?: readonly string[];
  readonly receivedAt?: Date;
}

/** The local system in this process, with a client of each of two accounts and its mail provider's store. */
export interface RunningSystem {
  readonly url: string;
  /** The first account's. */
  readonly apiKey: string;
  readonly call: Call;
  readonly callAsOther: Call;
  /** Books credits for the other account, which begins with none. */
  topUpOther(credits: number): Promise<void>;
  readonly store: MailStore;
  /** A body that connects an address of the sandbox provider. */
  mailboxBody(email: string, more?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Connects an address of the sandbox provider and gives the mailbox's id. */
  connect(email: string, more?: Readonly<Record<string, unknown>>, call?: Call): Promise<string>;
  /** Pulls a mailbox and gives the answer's body. */
  pull(mailboxId: string, query?: string): Promise<Answer["body"]>;
  /** Puts a mail of Jane's into a mailbox at the provider; its subject names it, also in its Message-ID: `<a.subject@peer.test>`. */
  put(to: string, subject: string, headers?: Readonly<Record<string, string>>, placing?: Placing): void;
  /** Connects and pulls a mailbox that holds mail already. */
  mailboxWith(address: string, fill: () => void): Promise<{ readonly id: string; readonly messages: Row[] }>;
  /** Waits for the n-th mail that the provider delivered to an address. */
  delivered(address: string, n?: number): Promise<ParsedMail & { readonly raw: string }>;
  stop(): Promise<void>;
}

const NO_LIMIT = "1000000";

const client =
  (url: string, key: string): Call =>
  async (method, path, body, headers = {}) => {
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "x-api-key": key, ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get("content-type") === "application/json";
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(bytes.toString()) : undefined, bytes };
  };

/** Tries until there is something; throws after ten seconds. */
export const until = async <T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("gave up waiting");
};

/** Starts the local system on free ports in a folder of its own, without rate limits. */
export const runSystem = async (env: Readonly<Record<string, string>> = {}): Promise<RunningSystem> => {
  Object.assign(process.env, { LOG_LEVEL: "warn", RATE_BURST: NO_LIMIT, RATE_PER_SECOND: NO_LIMIT, ...env });
  const folder = mkdtempSync(join(tmpdir(), "system-"));
  const { startLocalSystem } = await import("#infra/local/local-system.ts");
  const { openDataFolder } = await import("#infra/local/data-folder.ts");
  const system = await startLocalSystem({ port: 0, folder: await openDataFolder(folder) });
  const { createUser } = await import("#shared/domain/auth/create-user.ts");
  const { users } = await import("#shared/runtime/ports/users.ts");
  const { wallets } = await import("#shared/runtime/ports/wallets.ts");
  const { clock, ids } = await import("#shared/runtime/system.ts");
  const other = await createUser({ users, clock, ids }, { email: "other@example.com", name: "Other", password: "other-password" });
  const { body: login } = await client(system.url, "")("POST", "/api/v1/auth/login", { email: other.email, password: "other-password" });
  const { host, ports, password, store } = system.sandbox;
  const call = client(system.url, system.account.api_key);
  const mailboxBody: RunningSystem["mailboxBody"] = (email, more = {}) => ({
    type: "smtp",
    email,
    smtp_host: host,
    smtp_port: ports.smtps,
    smtp_secure: "tls",
    smtp_password: password,
    imap_host: host,
    imap_port: ports.imaps,
    imap_password: password,
    ...more,
  });
  const connect: RunningSystem["connect"] = async (email, more, as = call) => {
    const { status, body } = await as("POST", "/v1/mailboxes", mailboxBody(email, more));
    if (status !== 201) throw new Error(`not connected: ${JSON.stringify(body)}`);
    return body.id;
  };
  const pull: RunningSystem["pull"] = async (mailboxId, query = "") =>
    (await call("GET", `/v1/inbox/messages?fresh=true&limit=200&mailbox_id=${mailboxId}${query}`)).body;
  return {
    url: system.url,
    apiKey: system.account.api_key,
    call,
    callAsOther: client(system.url, login.token),
    topUpOther: async (credits) => void (await wallets.topUp(other.id, credits, "test")),
    store,
    mailboxBody,
    connect,
    pull,
    put: (to, subject, headers = {}, { body, ...where } = {}) => {
      const own = {
        From: "Jane Doe <jane@peer.test>",
        To: to,
        Subject: subject,
        "Message-ID": `<${subject.replaceAll(" ", ".")}@peer.test>`,
      };
      store.deliver(to, rawMail({ ...own, ...headers }, body), where);
    },
    mailboxWith: async (address, fill) => {
      fill();
      const id = await connect(address);
      return { id, messages: (await pull(id)).messages };
    },
    delivered: async (address, n = 1) => {
      const raw = await until(() => store.folder(address, "INBOX")?.messages[n - 1]?.raw);
      return Object.assign(await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true }), { raw: raw.toString("latin1") });
    },
    stop: async () => {
      await system.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A raw mail of these headers and body. */
export const rawMail = (headers: Readonly<Record<string, string>>, body = "Hello\r\n"): Buffer =>
  Buffer.from(
    `${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n${body}`,
  );
