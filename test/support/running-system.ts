import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ParsedMail, simpleParser } from "mailparser";
import type { MailStore } from "#infra/local/sandbox/mail-store.ts";
import type { Sandbox } from "#infra/local/sandbox/start-sandbox.ts";

import { anAccount, type Answer, type Ask, asking, mailboxAt, type MailProvider, until } from "./client.ts";

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

/** The subjects of a list's rows. */
export const subjects = ({ messages }: { readonly messages: readonly Row[] }): string[] => messages.map(({ subject }) => subject);

/** So many hours ago, to the second: mail servers know no more. */
export const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - hours * 3_600_000);

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
  /** The other account's token. */
  readonly otherKey: string;
  readonly mail: MailProvider;
  readonly call: Ask;
  readonly callAsOther: Ask;
  /** Books credits for the other account, which begins with none. */
  topUpOther(credits: number): Promise<void>;
  readonly store: MailStore;
  readonly sandbox: Sandbox;
  /** A body that connects an address of the sandbox provider. */
  mailboxBody(email: string, more?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Connects an address of the sandbox provider and gives the mailbox's id. */
  connect(email: string, more?: Readonly<Record<string, unknown>>, call?: Ask): Promise<string>;
  /** Pulls a mailbox and gives the answer's body. */
  pull(mailboxId: string, query?: string): Promise<Answer["body"]>;
  /** Asks for a list of messages. */
  list(query: string): Promise<Answer>;
  /** Puts a mail of Jane's into a mailbox at the provider; its subject names it, also in its Message-ID: `<a.subject@peer.test>`. */
  put(to: string, subject: string, headers?: Readonly<Record<string, string>>, placing?: Placing): void;
  /** Connects and pulls a mailbox that holds mail already. */
  mailboxWith(address: string, fill: () => void): Promise<{ readonly id: string; readonly messages: Row[] }>;
  /** Waits for the n-th mail that the provider delivered to an address. */
  delivered(address: string, n?: number): Promise<ParsedMail & { readonly raw: string }>;
  stop(): Promise<void>;
}

const NO_LIMIT = "1000000";

/** Starts the local system on free ports in a folder of its own, without rate limits. */
export const runSystem = async (env: Readonly<Record<string, string>> = {}): Promise<RunningSystem> => {
  Object.assign(process.env, { LOG_LEVEL: "warn", RATE_BURST: NO_LIMIT, RATE_PER_SECOND: NO_LIMIT, ...env });
  const folder = mkdtempSync(join(tmpdir(), "system-"));
  const { startLocalSystem } = await import("#infra/local/local-system.ts");
  const { openDataFolder } = await import("#infra/local/data-folder.ts");
  const system = await startLocalSystem({ port: 0, folder: await openDataFolder(folder) });
  const other = await anAccount(system, 0, "other");
  const { host, ports, password, store } = system.sandbox;
  const call = asking(system, system.account.api_key);
  const mail = { host, smtps: ports.smtps, imaps: ports.imaps, password };
  const mailboxBody: RunningSystem["mailboxBody"] = (email, more = {}) => ({ ...mailboxAt(mail, email), ...more });
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
    otherKey: other.key,
    mail,
    call,
    callAsOther: asking(system, other.key),
    topUpOther: async (credits) => void (await other.topUp(credits, "test")),
    store,
    sandbox: system.sandbox,
    mailboxBody,
    connect,
    pull,
    list: (query) => call("GET", `/v1/inbox/messages?${query}`),
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
