import { SMTPServer, type SMTPServerDataStream, type SMTPServerError } from "smtp-server";
import { type Authority, createAuthority, loopbackNames, type ServerCertificate } from "../certificates.ts";
import { isTaken, listenOnLoopback } from "../socket-input.ts";
import { type Accepts, createAccepts, createRefusals, type Delivery, isApiOnly, smtpIsOff, startCorrespondents } from "./correspondents.ts";
import type { Behaviour } from "#shared/sandbox/correspondents.ts";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type GmailStandIn, type GraphStandIn, startHttp } from "./http/start-http.ts";
import { startImap } from "./imap/start-imap.ts";
import { type MailStore, openMailStore } from "./mail-store.ts";
import type { Database } from "#shared/platform/mongo/database.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import type { DataFolder } from "../data-folder.ts";
import { GOOGLE_TENANT, ID_KEYS_PATH } from "./http/tokens.ts";
import { namesWith, oauthOf, type OAuthProviderName, signInFacts } from "#shared/providers/index.ts";

const MAX_MESSAGE_BYTES = 50 * 1024 * 1024;

const refusal = (code: number, text: string): SMTPServerError => Object.assign(new Error(text), { responseCode: code });

const readAll = async (stream: SMTPServerDataStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Starts the sandbox's submission server on 127.0.0.1: STARTTLS, or TLS from the first byte if `secure`; it accepts mail only after a login. */
export const startSmtp = async (options: {
  readonly secure: boolean;
  readonly certificate: ServerCertificate;
  readonly accepts: Accepts;
  readonly deliver: (delivery: Delivery) => void;
  readonly refusal?: ReturnType<typeof createRefusals>;
  readonly port?: number;
}): Promise<{ port: number; stop(): Promise<void> }> => {
  const refusalOf = options.refusal ?? createRefusals();
  const server = new SMTPServer({
    ...options.certificate,
    secure: options.secure,
    name: "mx.sandbox.test",
    size: MAX_MESSAGE_BYTES,
    authMethods: ["PLAIN", "LOGIN", "XOAUTH2"],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 50,
    onAuth({ username = "", password, accessToken }, _session, done) {
      if (isApiOnly(username)) done(refusal(535, smtpIsOff(username)));
      else if (options.accepts(username, { password, accessToken }, "SMTP.Send")) done(null, { user: username });
      else done(refusal(535, "5.7.8 wrong user or password"));
    },
    onRcptTo({ address }, { envelope: { mailFrom } }, done) {
      const refused = refusalOf(mailFrom === false ? "" : mailFrom.address, address);
      done(refused === undefined ? null : refusal(refused.code, refused.reply));
    },
    onData(stream, { id, envelope }, done) {
      const take = async () => {
        const raw = await readAll(stream);
        if (stream.sizeExceeded) throw refusal(552, "5.3.4 message too big");
        const envelopeFrom = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        for (const { address } of envelope.rcptTo) options.deliver({ envelopeFrom, recipient: address, raw });
      };
      take().then(
        () => done(null, `2.0.0 accepted as ${id}`),
        (error: Error) => done(error),
      );
    },
  });
  server.on("error", () => {}); // a client that drops its connection is no error of the sandbox
  return {
    port: await listenOnLoopback(server.server, options.port),
    stop: () => new Promise((done) => server.close(() => done())),
  };
};

/**
 * A mail provider on loopback: every address at every domain is a mailbox with the password `sandbox`, reached by SMTP, IMAP and stand-ins for
 * Microsoft Graph and the Gmail API, with verified TLS; its OAuth server's tokens open all of them. Some addresses answer, bounce or refuse
 * (shared/sandbox/correspondents.ts).
 */

const PASSWORD = "sandbox";

/** The addresses, password and certificate of the sandbox. */
export interface Sandbox {
  readonly host: "127.0.0.1";
  readonly ports: SandboxPorts;
  /** The password of every address. */
  readonly password: string;
  /** The private CA that clients must trust, PEM; new at each start. */
  readonly ca: string;
  readonly store: MailStore;
  /** The stand-in for Microsoft Graph and the OAuth server. */
  readonly graph: GraphStandIn;
  /** The stand-in for the Gmail API, at the same port, with the same OAuth server, faults and settings. */
  readonly gmail: GmailStandIn;
  /** Answers a delivered message as a correspondent would; false for automatic mail, which is not answered. */
  answer(behaviour: Behaviour, delivery: Delivery): Promise<boolean>;
  /** Calls the listener with the address after each delivery. */
  onDelivered(listener: (address: string) => void): void;
  stop(): Promise<void>;
}

/** `smtp` uses STARTTLS, `smtps`, `imaps` and `graph` (HTTPS, also for the Gmail API) TLS from the first byte. */
export interface SandboxPorts {
  readonly smtp: number;
  readonly smtps: number;
  readonly imaps: number;
  readonly graph: number;
}

/** The key of the tokens in the folder, so that they outlive a restart; a new one when there is none. */
const tokenKey = (dir: string | undefined): Buffer => {
  const file = dir === undefined ? undefined : join(dir, "sandbox-tokens.key");
  if (file !== undefined && existsSync(file)) return readFileSync(file);
  const key = randomBytes(32);
  if (file !== undefined) writeFileSync(file, key, { mode: 0o600 });
  return key;
};

/** The sandbox's folder, without which its mail is gone at the end; its ports, else free ones; the authority of its certificates, else a new one. */
export interface SandboxOptions {
  readonly dir?: string;
  readonly ports?: Partial<SandboxPorts>;
  readonly authority?: Authority;
}

/** Starts the sandbox. */
export const startSandbox = async ({ dir, ports, authority: given }: SandboxOptions = {}): Promise<Sandbox> => {
  const authority = given ?? (await createAuthority());
  const certificate = await authority.issue(loopbackNames);
  const store = openMailStore(dir === undefined ? undefined : join(dir, "mail.jsonl"));
  let listener: (address: string) => void = () => {};
  const deliver = (delivery: Delivery) => {
    const { envelopeFrom, recipient, raw } = delivery;
    const trace = `Return-Path: <${envelopeFrom}>\r\nDelivered-To: ${recipient}\r\nReceived: by mx.sandbox.test with ESMTPSA; ${new Date().toUTCString()}\r\n`;
    store.deliver(recipient, Buffer.concat([Buffer.from(trace), raw]));
    correspondents.receive(delivery);
    listener(recipient);
    graph.subscriptions.delivered(recipient);
    gmail.pubsub.delivered(recipient);
  };
  const { graph, gmail } = await startHttp({ store, certificate, deliver, key: tokenKey(dir), port: ports?.graph ?? 0 });
  const accepts = createAccepts(PASSWORD, graph.tokens);
  const shared = { certificate, accepts, deliver, refusal: createRefusals() };
  const smtps = await startSmtp({ ...shared, secure: true, port: ports?.smtps ?? 0 });
  const correspondents = startCorrespondents({ port: smtps.port, password: PASSWORD, ca: authority.ca });
  const smtp = await startSmtp({ ...shared, secure: false, port: ports?.smtp ?? 0 });
  const imap = await startImap({
    store,
    certificate,
    accepts: (user, secret) => !isApiOnly(user) && accepts(user, secret, "IMAP.AccessAsUser.All"),
    port: ports?.imaps ?? 0,
  });
  return {
    host: "127.0.0.1",
    ports: { smtp: smtp.port, smtps: smtps.port, imaps: imap.port, graph: graph.port },
    password: PASSWORD,
    ca: authority.ca,
    store,
    graph,
    gmail,
    answer: (behaviour, delivery) => correspondents.answer(behaviour, delivery),
    onDelivered(given) {
      listener = given;
    },
    async stop() {
      correspondents.stop();
      await Promise.all([smtp.stop(), smtps.stop(), imap.stop(), graph.stop()]);
      store.close();
    },
  };
};

const FILE = "sandbox.json";

/** The running sandbox. `movedFrom`: its former ports, when they were taken and it uses others now; mailboxes of the folder may still name them. */
export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  readonly movedFrom: SandboxPorts | undefined;
}

/** Starts the sandbox at the ports of its last start, at the first start at the requested ones; at free ports when those are taken. */
export const openSandbox = async (folder: DataFolder, wanted: SandboxPorts | undefined): Promise<OpenedSandbox> => {
  const saved = folder.read<SandboxPorts>(FILE);
  const ports = saved ?? wanted;
  try {
    const sandbox = await startSandbox({ dir: folder.path, ...(ports ? { ports } : {}) });
    folder.write(FILE, sandbox.ports);
    return { sandbox, movedFrom: undefined };
  } catch (error) {
    if (!isTaken(error)) throw error;
    return { sandbox: await startSandbox({ dir: folder.path }), movedFrom: saved };
  }
};

/** Moves mailboxes that were connected at the sandbox's former ports to the current ones, and stores these. */
export const followSandbox = async (folder: DataFolder, database: Database, { sandbox, movedFrom }: OpenedSandbox): Promise<void> => {
  const { host, ports } = sandbox;
  const mailboxes = mailboxesOf(database);
  if (movedFrom) {
    const move = (filter: object, $set: object) => mailboxes.updateMany(filter, { $set });
    await move({ "smtp.host": host, "smtp.port": movedFrom.smtps, "smtp.secure": "tls" }, { "smtp.port": ports.smtps });
    await move({ "smtp.host": host, "smtp.port": movedFrom.smtp, "smtp.secure": "starttls" }, { "smtp.port": ports.smtp });
    await move({ "imap.host": host, "imap.port": movedFrom.imaps }, { "imap.port": ports.imaps });
  }
  folder.write(FILE, ports);
};

/** The secret's `oauth` with every provider at the sandbox: its consent page without TLS, its mail servers with XOAUTH2, its stand-ins. */
export const oauthClientsOf = ({ host, ports, graph, gmail }: Sandbox) => {
  const urls: Readonly<Record<string, string>> = { graph: `${graph.origin}/v1.0`, gmail_api: gmail.origin };
  const signInAt = (tenant: string, issuer: string) => ({
    authorize_url: `${graph.pagesOrigin}/${tenant}/oauth2/v2.0/authorize`,
    token_url: `${graph.origin}/${tenant}/oauth2/v2.0/token`,
    sign_in: { keys_url: `${graph.origin}${ID_KEYS_PATH}`, issuer: `${graph.origin}/${issuer}` },
  });
  const endpoints = (issuers: readonly string[]) =>
    issuers.some((one) => one.includes("{tenantid}")) ? signInAt("common", "{tenantid}/v2.0") : signInAt(GOOGLE_TENANT, GOOGLE_TENANT);
  const at = (name: OAuthProviderName) => ({
    client_id: `local-${name}`,
    client_secret: "local",
    ...endpoints(signInFacts[name].issuers),
    imap: { host, port: ports.imaps },
    smtp: { host, port: ports.smtps, secure: "tls" },
  });
  return Object.fromEntries(
    namesWith("oauth").map((name) => {
      const { api, keysUrl } = oauthOf(name);
      return [
        name,
        {
          ...at(name),
          ...(keysUrl && { keys_url: `${gmail.origin}${new URL(keysUrl).pathname}` }),
          ...(api && { [api.name]: { url: urls[api.name] } }),
        },
      ];
    }),
  ) as Readonly<Record<OAuthProviderName, ReturnType<typeof at>>>;
};
