import { type Socket, isIP } from "node:net";
import { type TLSSocket, connect, createSecureContext, DEFAULT_ECDH_CURVE, type SecureContext } from "node:tls";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { type Egress, type EgressTarget, isCertificateProblem, type UpgradeTls } from "./egress.ts";
import { X509Certificate } from "node:crypto";

/** Whether a server answers a TLS hello at the start of a connection, whatever its certificate. */
export const speaksTls =
  ({ openSocket, upgradeTls }: Egress<Socket, TLSSocket>) =>
  async (target: EgressTarget): Promise<boolean> => {
    try {
      const { socket } = await openSocket(target);
      const tls = await upgradeTls(socket, { servername: target.host, port: target.port, protocol: target.protocol });
      tls.destroy();
      return true;
    } catch (error) {
      return error instanceof MailFailure && error.reason === "certificate";
    }
  };

const TIMEOUT_MS = 10_000;
/** How long a certificate check is relied on, ms, whatever sessions the server issues. */
const TRUST_MS = 3_600_000;
/** The most servers of which one process keeps a session; each takes some kilobytes. */
const MAX_SERVERS = 1_000;

/** A session of a server whose certificate was verified. Resuming it skips the check, so it expires with the check. */
interface Ticket {
  readonly session: Buffer;
  readonly untilMs: number;
  /** The groups to offer for the server's next key exchange, in OpenSSL's syntax. */
  readonly groups: string;
}

/** The only certificates to trust (PEM; default: Node's store and NODE_EXTRA_CA_CERTS), and the clock for session expiry, ms. */
export interface TlsSettings {
  readonly ca?: string;
  readonly now?: () => number;
}

/**
 * Upgrades connections to TLS 1.2 or later, with certificate and name always verified, within 10 s (S4 in SECURITY.md). A later connection to the
 * same server name and port resumes the session (RFC 8446, 2.2), for at most an hour and never beyond the certificate's validity. Each call of
 * `createUpgradeTls` has its own session cache.
 */
export const createUpgradeTls = ({ ca, now = Date.now }: TlsSettings = {}): UpgradeTls<Socket, TLSSocket> => {
  // One context for each list of groups: building a context parses every CA certificate again.
  const contexts = new Map<string, SecureContext>();
  const contextFor = (groups: string): SecureContext => {
    const context =
      contexts.get(groups) ?? createSecureContext({ minVersion: "TLSv1.2", ecdhCurve: groups, ...(ca !== undefined && { ca }) });
    contexts.set(groups, context);
    return context;
  };
  const tickets = new Map<string, Ticket>();
  const keep = (server: string, ticket: Ticket) => {
    tickets.delete(server);
    tickets.set(server, ticket);
    const [oldest] = tickets.keys();
    if (tickets.size > MAX_SERVERS && oldest !== undefined) tickets.delete(oldest);
  };

  return async (socket, { servername, port, protocol }) => {
    const server = `${servername}:${port}`;
    const known = tickets.get(server);
    const ticket = known && known.untilMs > now() ? known : undefined;
    const tls = connect({
      socket,
      secureContext: contextFor(ticket?.groups ?? DEFAULT_ECDH_CURVE),
      host: servername,
      servername: isIP(servername) ? "" : servername,
      rejectUnauthorized: true,
      ...(ticket && { session: ticket.session }),
    });
    tls.on("error", () => undefined);
    // TLS 1.2 issues the session before the handshake ends; 1.3 after it, and several times.
    let session: Buffer | undefined;
    let checked: Omit<Ticket, "session"> | undefined;
    tls.on("session", (given: Buffer) => {
      session = given;
      if (checked) keep(server, { session, ...checked });
    });
    try {
      await handshake(tls);
      const resumed = tls.isSessionReused() ? ticket : undefined;
      checked = { untilMs: resumed?.untilMs ?? Math.min(now() + TRUST_MS, endOf(tls)), groups: groupsFor(tls) };
      session ??= resumed?.session;
      if (session) keep(server, { session, ...checked });
      return tls;
    } catch (cause) {
      tickets.delete(server);
      tls.destroy();
      socket.destroy();
      throw new MailFailure(protocol, isCertificateProblem(cause) ? "certificate" : "unreachable", { cause });
    }
  };
};

/** The key exchanges that a server without post-quantum support chooses. */
const CURVES: ReadonlySet<string | undefined> = new Set(["X25519", "prime256v1", "secp384r1"]);

/**
 * OpenSSL 3.5 sends a key share of the post-quantum hybrid, 1.2 KB, to every server. A server that chose a curve gets only that curve's share from
 * then on (`*`). The hybrid stays first in the offer: a server that has learned to support it asks for its share (RFC 8446, 4.1.4).
 */
const groupsFor = (tls: TLSSocket): string => {
  const { name } = (tls.getEphemeralKeyInfo() ?? {}) as { readonly name?: string };
  const isDefault = Number.parseFloat(process.versions.openssl) < 3.5 || !CURVES.has(name);
  return isDefault ? DEFAULT_ECDH_CURVE : `?X25519MLKEM768:?*${name}:?X25519:?P-256:?X448:?P-384:?P-521`;
};

/** The upgrade with the session cache of the whole process. */
export const upgradeTls = /* @__PURE__ */ createUpgradeTls();

/** When the server's certificate expires, ms since the epoch; 0 when it is not known. */
const endOf = (tls: TLSSocket): number => {
  const raw = tls.getPeerCertificate().raw as Buffer | undefined;
  return raw ? new X509Certificate(raw).validToDate.getTime() : 0;
};

const handshake = (tls: TLSSocket): Promise<void> => {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("TLS timed out")), TIMEOUT_MS);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      tls.off("error", onError).off("close", onClose);
      done();
    };
    const onError = (error: Error) => settle(() => reject(error));
    const onClose = () => settle(() => reject(new Error("closed during TLS")));
    tls
      .once("secureConnect", () => settle(resolve))
      .once("error", onError)
      .once("close", onClose);
  });
};
