import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MBSYNC = "/usr/bin/mbsync";

/** Where a mailbox is, and who may read it. */
export interface Source {
  readonly port: number;
  readonly caFile: string;
  readonly user: string;
  readonly password: string;
}

/** Messages a second that Debian's mbsync pulls of a mailbox's INBOX into an empty maildir; undefined where it is not installed. */
export const mbsyncRate = ({ port, caFile, user, password }: Source): number | undefined => {
  if (!existsSync(MBSYNC)) return undefined;
  const dir = mkdtempSync(join(tmpdir(), "mbsync-"));
  try {
    mkdirSync(join(dir, "mail"));
    const config = join(dir, "mbsyncrc");
    const account = [
      "IMAPAccount peer",
      "Host localhost",
      `Port ${port}`,
      `User ${user}`,
      `Pass ${password}`,
      "SSLType IMAPS",
      `CertificateFile ${caFile}`,
    ];
    const stores = ["IMAPStore far", "Account peer", "", "MaildirStore near", `Path ${dir}/mail/`, `Inbox ${dir}/mail/INBOX`];
    const channel = ["Channel inbox", "Far :far:INBOX", "Near :near:INBOX", "Sync Pull", "Create Near", `SyncState ${dir}/`];
    writeFileSync(config, [...account, "", ...stores, "", ...channel, ""].join("\n"), { mode: 0o600 });
    const started = performance.now();
    execFileSync(MBSYNC, ["-q", "-c", config, "inbox"], { stdio: ["ignore", "ignore", "inherit"] });
    const seconds = (performance.now() - started) / 1000;
    const pulled = ["new", "cur"].reduce((sum, folder) => sum + readdirSync(join(dir, "mail", "INBOX", folder)).length, 0);
    return pulled / seconds;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};
