import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createAuthority, loopbackNames } from "#infra/local/certificates.ts";
import { startDovecot } from "./peers/dovecot.ts";
import { freePorts } from "./peers/peer-context.ts";

/** A mail to put into a mailbox as if it had been delivered then. */
export interface Delivered {
  readonly raw: string | Buffer;
  readonly receivedAt?: Date;
  readonly seen?: boolean;
}

/** Dovecot without the other peers; its mail is written straight into the maildirs. This process trusts its certificate. */
export const startDovecotAlone = async () => {
  const dir = mkdtempSync(join(tmpdir(), "dovecot-"));
  chmodSync(dir, 0o755);
  const authority = await createAuthority();
  const certificate = await authority.issue(loopbackNames);
  const caFile = join(dir, "ca.pem");
  writeFileSync(caFile, authority.ca);
  writeFileSync(join(dir, "cert.pem"), certificate.cert);
  writeFileSync(join(dir, "key.pem"), certificate.key, { mode: 0o600 });
  setDefaultCACertificates([...getCACertificates("default"), authority.ca]);
  const ports = await freePorts();
  const dovecot = await startDovecot({ dir, ports });
  let count = 0;
  const folderOf = (user: string, folder = "") => join(dir, "mail", user, folder === "" ? "" : `.${folder}`);

  return {
    dir,
    host: "localhost",
    port: ports.imaps,
    /** IMAP without TLS at first, with STARTTLS. */
    plainPort: ports.imap,
    /** For NODE_EXTRA_CA_CERTS of other processes. */
    caFile,
    /** Writes mail into a folder, INBOX by default. */
    deliver(user: string, mails: readonly Delivered[], folder = ""): void {
      const at = folderOf(user, folder);
      for (const name of ["cur", "new", "tmp"]) mkdirSync(join(at, name), { recursive: true });
      for (const { raw, receivedAt = new Date(), seen = false } of mails) {
        count += 1;
        const seconds = Math.floor(receivedAt.getTime() / 1000);
        const file = join(at, "cur", `${seconds}.M${String(count).padStart(9, "0")}P1.host:2,${seen ? "S" : ""}`);
        writeFileSync(file, raw);
        utimesSync(file, receivedAt, receivedAt);
      }
      execFileSync("chown", ["-R", "nobody:nogroup", join(dir, "mail", user)]);
      if (folder !== "") execFileSync("chown", ["nobody:nogroup", join(dir, "mail", user)]);
    },
    /** Removes the first `howMany` mails of INBOX. */
    remove(user: string, howMany: number): void {
      const cur = join(folderOf(user), "cur");
      for (const name of readdirSync(cur).toSorted().slice(0, howMany)) rmSync(join(cur, name));
    },
    /** Removes a folder. */
    removeFolder: (user: string, folder: string): void => rmSync(folderOf(user, folder), { recursive: true }),
    /** Has Dovecot list a folder and refuse to open it, or open it again. */
    close: (user: string, folder: string, closed = true): void => chmodSync(folderOf(user, folder), closed ? 0 : 0o755),
    /** Forgets all UIDs of a folder, INBOX by default: the next session sees a new UIDVALIDITY. */
    forgetUids(user: string, folder = ""): void {
      const at = folderOf(user, folder);
      for (const name of readdirSync(at)) if (/^dovecot[.-]/.test(name)) rmSync(join(at, name));
    },
    async stop(): Promise<void> {
      await dovecot.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** A running Dovecot of its own. */
export type DovecotAlone = Awaited<ReturnType<typeof startDovecotAlone>>;
