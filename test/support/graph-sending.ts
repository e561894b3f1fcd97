/** Sending over Microsoft Graph's stand-in, with real calls. */
import { createHash } from "node:crypto";
import type { ServerCertificate } from "#infra/local/certificates.ts";
import { startHttp } from "#infra/local/sandbox/http/start-http.ts";
import { GRAPH } from "#infra/local/sandbox/http/tokens.ts";
import { openMailStore } from "#infra/local/sandbox/mail-store.ts";
import { httpCalls } from "#shared/platform/egress/http-posts.ts";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { graphSentFolder } from "#shared/transports/graph/graph-drafts.ts";
import { graphSubmissions } from "#shared/transports/graph/graph-submissions.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";

/** Where a mailbox is at the stand-in, and with which token. */
export interface GraphServer {
  readonly origin: string;
  readonly email: string;
  readonly token: string;
}

const call = httpCalls({ openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.0/8:*") }), upgradeTls });

/** The account of a mailbox there. */
export const graphAccountAt = ({ origin, email, token }: GraphServer): ApiAccount => ({
  api: "graph",
  apiUrl: `${origin}/v1.0`,
  access: "full",
  host: "127.0.0.1",
  port: Number(new URL(origin).port),
  username: email,
  credential: { accessToken: token },
});

/** The worker's ports for a mailbox over Graph; every call ends within `withinMs`, when given. */
export const graphPorts = (server: GraphServer, withinMs = Infinity) => {
  const callHttp: CallHttp = (one) => call({ ...one, withinMs: Math.min(one.withinMs, withinMs) });
  const account = async () => graphAccountAt(server);
  const mailAccounts = { smtp: account, imap: account, renew: async () => false, otherWay: async () => undefined };
  return {
    mailAccounts,
    submissions: graphSubmissions(callHttp),
    sentFolder: graphSentFolder(callHttp),
  } satisfies Partial<DeliverPorts>;
};

/** Starts a stand-in; `accepted` lists what it sent, one entry a message. */
export const startGraphMailbox = async (certificate: ServerCertificate, email: string) => {
  const store = openMailStore();
  const accepted: { messageId: string; sha256: string; from: string; rcpt: string[]; raw: Buffer }[] = [];
  const { graph } = await startHttp({
    store,
    certificate,
    deliver: ({ envelopeFrom: from, recipient, raw }) => {
      const messageId = /^Message-ID:\s*(\S+)/im.exec(raw.toString("latin1"))?.[1] ?? "";
      const sha256 = createHash("sha256").update(raw).digest("hex");
      const last = accepted.at(-1);
      if (last?.raw === raw) last.rcpt.push(recipient);
      else accepted.push({ messageId, sha256, from, rcpt: [recipient], raw });
    },
  });
  graph.settings.keepsMessageIds = true;
  const token = graph.tokens.make("access", { email, audience: GRAPH, scopes: ["Mail.ReadWrite", "Mail.Send"] }, 3_600);
  return {
    ...graph,
    server: { origin: graph.origin, email, token } satisfies GraphServer,
    accepted,
    store,
    drafts: () => store.folder(email, "Drafts")?.messages ?? [],
    stop: () => graph.stop(),
  };
};

/** A mailbox at a running stand-in. */
export type GraphMailbox = Awaited<ReturnType<typeof startGraphMailbox>>;
