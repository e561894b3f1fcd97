/** What each write changes in the whole database, of two accounts that have the same; a time is told in minutes from now. */
export const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "mailboxes.update": { "mailboxes mailbox": "displayName=New -imap updatedAt=0min" },
  "mailboxes.update, a new status": { "mailboxes mailbox": "news=[mailbox.error] newsAt=0min status=error updatedAt=0min" },
  "mailboxes.update, the same status": { "mailboxes mailbox": "updatedAt=0min" },
  "mailboxes.update, an address": { "mailboxes mailbox": "ipId=ip updatedAt=0min" },
  "mailboxes.update, reconnected": {
    "mailboxes gone":
      "-accessTokenExpiresAt -deletedAt grantVersion=2 news=[mailbox.recovered] newsAt=0min sealed={refreshToken:sealed,smtpPassword:sealed} status=active updatedAt=0min",
  },
  "mailboxes.update, a password": {
    "mailboxes mailbox": "sealed={refreshToken:sealed,accessToken:sealed,imapPassword:sealed} updatedAt=0min",
  },
  "mailboxes.note": { "mailboxes mailbox": "smtpFailures=3", answer: "true" },
  "mailboxes.note, a new status": { "mailboxes mailbox": "news=[mailbox.error] newsAt=0min status=error updatedAt=0min", answer: "true" },
  "mailboxes.note, the same status": { "mailboxes mailbox": "smtpFailures=3 updatedAt=0min", answer: "true" },
  "mailboxes.note, recovered": { "mailboxes failing": "news=[mailbox.recovered] newsAt=0min status=active updatedAt=0min", answer: "true" },
  "mailboxes.note, changed meanwhile": { answer: "false" },
  "mailboxes.note, another status meanwhile": { answer: "false" },
  "mailboxes.note, of a deleted one": { answer: "false" },
  "mailboxes.delete": {
    "mailboxes mailbox":
      "-accessTokenExpiresAt deletedAt=0min inboxSyncEnabled=false news=[mailbox.disconnected] newsAt=0min -refreshLease sealed={} status=disconnected statusSince=0min updatedAt=0min",
    "wallets user": "mailboxDeletedAt=0min",
    answer: "true",
  },
  "mailboxes.delete, a deleted one": {
    "mailboxes gone": "-accessTokenExpiresAt deletedAt=0min sealed={} statusSince=0min updatedAt=0min",
    "wallets user": "mailboxDeletedAt=0min",
    answer: "true",
  },
  "mailboxes.delete, without a wallet": {
    "mailboxes mailbox":
      "-accessTokenExpiresAt deletedAt=0min inboxSyncEnabled=false news=[mailbox.disconnected] newsAt=0min -refreshLease sealed={} status=disconnected statusSince=0min updatedAt=0min",
    "wallets user": "balance=0 mailboxDeletedAt=0min updatedAt=0min",
  },
  "mailboxes.update, reconnected while something waits": { "sends send": "dueAt=5min mailboxId=gone status=scheduled" },
  "mailboxes.update, reconnected while it is erased": { "mailboxes gone": "purging={since:0min}", "syncStates gone": "gone" },
  "mailboxes.update, reconnected as its erasing begins": { "mailboxes gone": "purging={since:0min}", "syncStates gone": "gone" },
  "mailboxes.update, no secret, while it is erased": {
    "mailboxes gone": "displayName=x purging={since:0min} updatedAt=0min",
    "syncStates gone": "gone",
  },
  "grants.forget, as it is replaced": {
    "mailboxes mailbox": "accessTokenExpiresAt=9min grantVersion=2 sealed={refreshToken:sealed,accessToken:sealed,smtpPassword:sealed}",
  },
  "grants.lease": { "mailboxes failing": "refreshLease={token:token,until:5min}", answer: "token" },
  "grants.lease, taken": {},
  "grants.lease, of a deleted one": {},
  "grants.release": { "mailboxes mailbox": "-refreshLease" },
  "grants.store": {
    "mailboxes mailbox": "accessTokenExpiresAt=9min grantVersion=2 sealed={refreshToken:sealed,accessToken:sealed,smtpPassword:sealed}",
    answer: "true",
  },
  "grants.store, of a deleted one": { answer: "false" },
  "grants.forget": { "mailboxes mailbox": "-accessTokenExpiresAt sealed={refreshToken:sealed,smtpPassword:sealed}" },
  "ips.add, a default": {
    "ips ip": "isDefault=false",
    "ips unnamed": "new address=x createdAt=0min isDefault=true label= proxy={protocol:socks5,host:q,port:2} sealed={} userId=user",
  },
  "ips.add": {
    "ips unnamed":
      "new address=x createdAt=0min isDefault=false label= proxy={protocol:socks5,host:q,port:2,username:u} sealed={password:sealed} userId=user",
  },
  "ips.remove, another": { "ips otherIp": "gone", answer: "true" },
  "ips.remove": { "ips ip": "gone", answer: "true" },
  "syncStates.acquire": { "syncStates failing": "leaseUntil=5min -queuedUntil token=token", answer: "1" },
  "syncStates.acquire, taken": {},
  "syncStates.acquire, run out": { "syncStates gone": "leaseUntil=5min token=token", answer: "0" },
  "syncStates.save": { "syncStates mailbox": "cursors=[{path:INBOX,role:inbox,uidValidity:1,lastUid:5,since:ever,starts:0}]" },
  "syncStates.release": { "syncStates mailbox": "failures=0 -leaseUntil -retryAt -token", answer: "true" },
  "syncStates.release, failed": { "syncStates mailbox": "failures=3 -leaseUntil retryAt=5min -token", answer: "true" },
  "syncStates.release, another's": { answer: "false" },
  "polls.quiet": {
    "mailboxes failing": "inboxLastSyncAt=0min",
    "mailboxes mailbox": "inboxLastSyncAt=0min",
    "syncStates failing": "-queuedUntil",
  },
  "targets.claim": { "syncStates failing": "queuedUntil=6min", "syncStates gone": "queuedUntil=6min" },
  "freshSlots.take": { "rateLimits unnamed": "new expiresAt=5min token=token", answer: "true" },
  "workerTime.spend": { "workerTime mailbox": "new at=0min expiresAt=1440min spentMs=300000", answer: "0" },
  "purges.begin": { "mailboxes gone": "purging={since:0min}", "syncStates gone": "gone" },
  "purges.begin, of a connected one": {},
};
