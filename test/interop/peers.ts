/**
 * Real mail servers on loopback: Dovecot, Postfix and Knot from Debian, each with its own configuration in a temporary folder, and an OAuth
 * server of ours. Needs root and `apt-get install dovecot-imapd dovecot-lmtpd dovecot-submissiond dovecot-sieve postfix knot`.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { startKnot } from "./knot.ts";
import { startDovecot } from "./peers/dovecot.ts";
import { startOauthServer, type OauthServer } from "./peers/oauth-server.ts";
import { freePorts, type Peer, type PeerContext } from "./peers/peer-context.ts";
import { startPostfix } from "./peers/postfix.ts";
import { zones } from "./peers/zones.ts";

const needed: Record<string, string> = {
  "dovecot-imapd": "/usr/lib/dovecot/imap",
  "dovecot-lmtpd": "/usr/lib/dovecot/lmtp",
  "dovecot-submissiond": "/usr/lib/dovecot/submission",
  "dovecot-sieve": "/usr/lib/dovecot/modules/lib90_sieve_plugin.so",
  postfix: "/usr/sbin/smtp-sink",
  knot: "/usr/sbin/knotd",
};

/** What keeps the peers from starting here: Debian packages that are not installed, or `root`. Empty: all is there. */
export const missing = (): string[] => [
  ...(process.getuid?.() === 0 ? [] : ["root"]),
  ...Object.keys(needed).filter((name) => !existsSync(needed[name] ?? "")),
];

/** The running peers; `caFile` is for NODE_EXTRA_CA_CERTS, `dir` holds their logs. */
export interface Peers extends PeerContext {
  readonly ca: string;
  readonly caFile: string;
  readonly oauth: OauthServer;
  /** Knot with `zones`, for DNS_SERVERS. */
  readonly dnsServer: string;
  stop(): Promise<void>;
}

/** Starts all of them on free ports; `stop` ends what was started and removes the folder. */
export const startPeers = async (): Promise<Peers> => {
  const dir = mkdtempSync(join(tmpdir(), "peers-"));
  chmodSync(dir, 0o755); // the servers give up root
  const context: PeerContext = { dir, ports: await freePorts() };
  const authority = await createAuthority();
  const certificate = await authority.issue([...loopbackNames, "mail.local.test"]);
  const files = { "ca.pem": authority.ca, "cert.pem": certificate.cert, "key.pem": certificate.key };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(dir, name), content, { mode: name === "key.pem" ? 0o600 : 0o644 });
  const started: Peer[] = [];
  const stop = async () => {
    for (const peer of started.splice(0).toReversed()) await peer.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const oauth = await startOauthServer({ port: context.ports.oauth, introspectPort: context.ports.introspect, certificate });
    started.push(oauth);
    const knot = await startKnot(zones);
    started.push(knot);
    for (const start of [startDovecot, startPostfix]) started.push(await start(context));
    return { ...context, ca: authority.ca, caFile: join(dir, "ca.pem"), oauth, dnsServer: knot.address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
