import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { end, launch, ready, run, type Peer, type PeerContext } from "./peer-context.ts";

const main = ({ dir, ports }: PeerContext) => `
compatibility_level = 3.6
queue_directory = ${dir}/postfix/spool
data_directory = ${dir}/postfix/data
mail_owner = postfix
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.local.test
mydestination =
mynetworks = 127.0.0.0/8
relay_domains = bounce.test, later.test, dsn.test, delay.test
virtual_mailbox_domains = local.test, peer.test
virtual_transport = lmtp:inet:127.0.0.1:${ports.lmtp}
transport_maps = inline:{ {bounce.test = error:5.1.1 user unknown}, {later.test = retry:4.2.2 mailbox full}, {dsn.test = smtp:[127.0.0.1]:${ports.refusingHard}}, {delay.test = smtp:[127.0.0.1]:${ports.refusingSoft}} }
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions = reject_unauth_destination
smtpd_tls_cert_file = ${dir}/cert.pem
smtpd_tls_key_file = ${dir}/key.pem
smtpd_tls_security_level = may
queue_run_delay = 2s
minimal_backoff_time = 2s
maximal_backoff_time = 4s
delay_warning_time = 3s
maillog_file = ${dir}/mail.log
maillog_file_prefixes = ${dir}
`;

/** Debian's services, the SMTP server on our port only, nothing in a chroot. */
const services = (port: number) =>
  readFileSync("/usr/share/postfix/master.cf.dist", "utf8")
    .replace(/^smtp\s+inet.*$/m, `127.0.0.1:${port} inet n - n - - smtpd`)
    .replace(/^(\S+\s+(?:inet|unix|unix-dgram|fifo)\s+\S+\s+\S+\s+)y(\s)/gm, "$1n$2");

/**
 * Postfix: `@local.test` and `@peer.test` reach the Dovecot mailbox of that name; `@bounce.test` is refused with 550, `@later.test` with
 * 450 at RCPT; `@dsn.test` is accepted and then bounces with a failure report, `@delay.test` with a delay report; else relay denied.
 */
export const startPostfix = async (context: PeerContext): Promise<Peer> => {
  const { dir, ports } = context;
  const etc = join(dir, "postfix/etc");
  for (const folder of ["spool", "data", "etc", "etc/dynamicmaps.cf.d", "etc/postfix-files.d"])
    mkdirSync(join(dir, "postfix", folder), { recursive: true });
  run("chown", "-R", "postfix", join(dir, "postfix/data"));
  writeFileSync(join(etc, "main.cf"), main(context));
  writeFileSync(join(etc, "master.cf"), services(ports.smtp));
  for (const file of ["postfix-files", "dynamicmaps.cf"])
    if (existsSync(`/etc/postfix/${file}`)) writeFileSync(join(etc, file), readFileSync(`/etc/postfix/${file}`));
  const sinks = [
    launch("/usr/sbin/smtp-sink", "-u", "nobody", "-r", "rcpt", `127.0.0.1:${ports.refusingHard}`, "50"),
    launch("/usr/sbin/smtp-sink", "-u", "nobody", "-f", "rcpt", `127.0.0.1:${ports.refusingSoft}`, "50"),
  ];
  const stop = async () => {
    await Promise.all(sinks.map(end));
    run("/usr/sbin/postfix", "-c", etc, "stop");
  };
  run("/usr/sbin/postfix", "-c", etc, "start");
  return ready({ stop }, ports.smtp, "postfix");
};
