import { trustedAuthority } from "./authority.ts";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { httpCalls } from "#shared/platform/egress/http-posts.ts";
import { graphClient } from "#shared/transports/graph/graph-client.ts";
import { graphMailReader } from "#shared/transports/graph/graph-mail-reader.ts";
import { gmailClient } from "#shared/transports/gmail/gmail-client.ts";
import { gmailMailReader } from "#shared/transports/gmail/gmail-mail-reader.ts";
import type { MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { mongoMailDirectory } from "#shared/inbox/store/mail-directory.ts";
import type { SyncPorts } from "#shared/inbox/pull/sync-mailbox.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import type { ApiAccount, Mailbox } from "#shared/mailboxes/mailbox.ts";
import { startSandbox } from "#infra/local/sandbox/start-sandbox.ts";
import { errorBody } from "#infra/local/sandbox/gmail/answer.ts";
import { GMAIL_SCOPES } from "./call-gmail.ts";
import { grantOf, MAIL_SCOPES } from "./graph-consent.ts";
import { syncWorld } from "./sync-world.ts";

const egress = { openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") }), upgradeTls };

/** The transports over HTTP interfaces: what differs between them in tests. */
const APIS = {
  graph: {
    type: "outlook",
    scope: MAIL_SCOPES,
    root: "/v1.0",
    reader: (directory: MailDirectory) => graphMailReader(graphClient(httpCalls(egress)), directory),
    junk: "Junk Email",
    /** The paths of folders whose names in the store are others. */
    paths: { Junk: "Junk Email", Trash: "Deleted Items" } as Readonly<Record<string, string>>,
    /** The calls for what changed since the last reading, and for messages as MIME. */
    changes: /deltatoken/,
    mime: /\$value/,
    /** A page of a first reading that is not the first one. */
    nextPage: /skiptoken/,
    gone: { status: 404, body: { error: { code: "ErrorItemNotFound" } } },
  },
  gmail_api: {
    type: "google",
    scope: GMAIL_SCOPES,
    root: "",
    reader: (directory: MailDirectory) => gmailMailReader(gmailClient(httpCalls(egress)), directory),
    junk: "SPAM",
    paths: { Junk: "SPAM", Trash: "TRASH", "All Mail": "[Gmail]/All Mail" } as Readonly<Record<string, string>>,
    changes: /\/history\?/,
    mime: /format=raw/,
    nextPage: /\/messages\?.*pageToken/,
    gone: { status: 404, body: errorBody(404, "notFound", "Requested entity was not found.") },
  },
} as const;
export type TestedApi = keyof typeof APIS;
/** The transports that suites run over. */
export const testedApis = Object.keys(APIS) as readonly TestedApi[];

let running: ReturnType<typeof startSandbox> | undefined;
let count = 0;
/** One sandbox for all worlds of a file. */
const theSandbox = async () => {
  running ??= trustedAuthority().then((authority) => startSandbox({ authority }));
  return running;
};
/** Stops it, at the end of a file. */
export const stopSandbox = async (): Promise<void> => {
  const sandbox = await running;
  running = undefined;
  await sandbox?.stop();
};

/** The real sync over the stand-in for an interface, on a database. */
export const startApiWorld = async (connect: Connect, name: TestedApi, more: Partial<SyncPorts> = {}) => {
  const api = APIS[name];
  const sandbox = await theSandbox();
  const directory = mongoMailDirectory(connect);
  const reader = api.reader(directory);
  const tokens = new Map<string, string>();
  const accountOf = async ({ id, email }: Pick<Mailbox, "id" | "email">): Promise<ApiAccount> => {
    const accessToken = tokens.get(email) ?? (await grantOf(sandbox.graph, email, api.scope)).access_token;
    tokens.set(email, accessToken);
    const { origin, port } = sandbox.graph;
    const at = { api: name, apiUrl: `${origin}${api.root}`, access: "full", host: "127.0.0.1", port } as const;
    return { ...at, username: email, mailboxId: id, credential: { accessToken } };
  };
  const ports = {
    mailAccounts: {
      imap: accountOf,
      renew: async ({ email }: Mailbox) => tokens.delete(email),
      otherWay: async () => undefined,
    },
    mailReader: reader,
    ...more,
  } as unknown as Partial<SyncPorts>;
  const world = syncWorld(connect, () => ({ host: "", port: 0, password: "" }), ports);
  return {
    ...world,
    sandbox,
    /** What differs between the transports. */
    api,
    graph: sandbox.graph,
    gmail: sandbox.gmail,
    /** Makes the provider forget how far every mailbox was read. */
    expire: () => (name === "graph" ? sandbox.graph.delta : sandbox.gmail.history).expire(),
    directory,
    reader,
    accountOf,
    /** A mailbox of its own, with its address. */
    connected: async (facts: Partial<Mailbox> = {}) => world.mailbox({ type: api.type, email: `me${(count += 1)}@contoso.test`, ...facts }),
    /** Puts mails into a folder of the mailbox. */
    deliver: (email: string, numbers: readonly number[], { folder = "INBOX", body = "Hi" } = {}) =>
      numbers.map((n) =>
        sandbox.store.deliver(
          email,
          Buffer.from(
            `From: Ann <ann${n}@there.test>\r\nTo: ${email}\r\nSubject: mail ${n}\r\nMessage-ID: <m${n}@there.test>\r\nDate: ${new Date().toUTCString()}\r\n\r\n${body}\r\n`,
          ),
          { folder },
        ),
      ),
    /** The subjects of the stored messages. */
    stored: async ({ id, userId }: Mailbox): Promise<readonly string[]> => {
      const page = await world.messages.list(userId, { mailboxId: id }, { limit: 2_000, offset: 0 });
      return page.map(({ subject }) => subject).toSorted((a, b) => (a < b ? -1 : 1));
    },
  };
};

/** A running world. */
export type ApiWorld = Awaited<ReturnType<typeof startApiWorld>>;
