import tls from "node:tls";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { httpCalls } from "#shared/platform/egress/http-posts.ts";
import { graphClient } from "#shared/transports/graph/graph-client.ts";
import { graphMailReader } from "#shared/transports/graph/graph-mail-reader.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { mongoMailDirectory } from "#shared/inbox/store/mail-directory.ts";
import type { SyncPorts } from "#shared/inbox/pull/sync-mailbox.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import type { ApiAccount, Mailbox } from "#shared/mailboxes/mailbox.ts";
import { startSandbox } from "#infra/local/sandbox/start-sandbox.ts";
import { grantOf } from "./graph-consent.ts";
import { syncWorld } from "./sync-world.ts";

/** The real sync over the stand-in for Graph, on a database. */
export const startGraphWorld = async (connect: Connect) => {
  const sandbox = await startSandbox();
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), sandbox.ca]);
  const egress = { openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") }), upgradeTls };
  const directory = mongoMailDirectory(connect);
  const reader = graphMailReader(graphClient(httpCalls(egress)), directory);
  const tokens = new Map<string, string>();
  const accountOf = async ({ id, email }: Pick<Mailbox, "id" | "email">): Promise<ApiAccount> => {
    const accessToken = tokens.get(email) ?? (await grantOf(sandbox.graph, email)).access_token;
    tokens.set(email, accessToken);
    const { origin, port } = sandbox.graph;
    const at = { api: "graph", apiUrl: `${origin}/v1.0`, access: "full", host: "127.0.0.1", port } as const;
    return { ...at, username: email, mailboxId: id, credential: { accessToken } };
  };
  const ports = {
    mailAccounts: {
      imap: accountOf,
      renew: async ({ email }: Mailbox) => tokens.delete(email),
      otherWay: async () => undefined,
    },
    mailReader: reader,
  } as unknown as Pick<SyncPorts, "mailAccounts" | "mailReader">;
  const world = syncWorld(connect, () => ({ host: "", port: 0, password: "" }), ports);
  let count = 0;
  return {
    ...world,
    sandbox,
    graph: sandbox.graph,
    directory,
    reader,
    accountOf,
    /** A mailbox of its own, with its address. */
    connected: async (facts: Partial<Mailbox> = {}) =>
      world.mailbox({ type: "outlook", email: `me${(count += 1)}@contoso.test`, ...facts }),
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
export type GraphWorld = Awaited<ReturnType<typeof startGraphWorld>>;
