import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { end, launch, ready, type Peer, type PeerContext } from "./peer-context.ts";

/** The password of every address at Dovecot. */
export const PASSWORD = "pass";

const configuration = ({ dir, ports }: PeerContext) => `
protocols = imap lmtp submission
listen = 127.0.0.1
base_dir = ${dir}/dovecot/run
state_dir = ${dir}/dovecot/state
log_path = ${dir}/dovecot.log
ssl = yes
ssl_cert = <${dir}/cert.pem
ssl_key = <${dir}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
mail_location = maildir:${dir}/mail/%u
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
last_valid_uid = 0
mail_max_userip_connections = 200
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${dir}/dovecot-oauth2.conf.ext
}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = allow_all_users=yes uid=nobody gid=nogroup home=${dir}/mail/%u
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = subscribe
  }
  mailbox Junk {
    special_use = \\Junk
    auto = subscribe
  }
  mailbox Trash {
    special_use = \\Trash
    auto = subscribe
  }
}
service imap-login {
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    port = ${ports.lmtp}
  }
}
service submission-login {
  inet_listener submission {
    port = ${ports.submission}
  }
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
protocol lmtp {
  mail_plugins = $mail_plugins sieve
}
plugin {
  sieve = file:${dir}/sieve/%n.sieve
  sieve_vacation_send_from_recipient = yes
  sieve_vacation_min_period = 0
}
submission_host = 127.0.0.1:${ports.smtp}
submission_relay_host = 127.0.0.1
submission_relay_port = ${ports.smtp}
submission_relay_trusted = yes
postmaster_address = postmaster@local.test
`;

const oauth2 = ({ ports }: PeerContext) => `
introspection_mode = post
introspection_url = http://127.0.0.1:${ports.introspect}/introspect
username_attribute = email
active_attribute = active
active_value = true
timeout_msecs = 2000
`;

const vacation = `require ["vacation"];
vacation :days 0 :subject "Automatic reply: out of office" "I am away until Monday.";
`;

/** Dovecot: any address logs in with PASSWORD or an OAuth token; `away@` answers with a vacation notice; submission relays to Postfix. */
export const startDovecot = async (context: PeerContext): Promise<Peer> => {
  const { dir, ports } = context;
  for (const folder of ["dovecot/run", "dovecot/state", "mail", "sieve"]) mkdirSync(join(dir, folder), { recursive: true });
  for (const folder of ["mail", "sieve"]) chmodSync(join(dir, folder), 0o777); // delivery runs as nobody
  writeFileSync(join(dir, "sieve/away.sieve"), vacation);
  writeFileSync(join(dir, "dovecot-oauth2.conf.ext"), oauth2(context));
  writeFileSync(join(dir, "dovecot.conf"), configuration(context));
  const dovecot = launch("/usr/sbin/dovecot", "-F", "-c", join(dir, "dovecot.conf"));
  return ready({ stop: () => end(dovecot) }, ports.imap, "dovecot");
};
