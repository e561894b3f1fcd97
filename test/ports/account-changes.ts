/** What each write changes in the whole database, of two accounts that have the same; a time is told in minutes from now. */
export const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "users.setPasswordHash": { "users user": "passwordHash=new" },
  "users.addLoginNetwork": { "users user": "loginNetworks=[n]" },
  "users.setLocked": { "users user": "lockedAt=0min" },
  "users.changeSettings": { "users user": "suppressBounced=true" },
  "apiKeys.delete": { "apiKeys key": "gone", answer: "true" },
  "apiKeys.deleteAll": {
    "apiKeys key": "gone",
    "apiKeys namedKey": "gone",
    "apiKeys olderKey": "gone",
    "users user": "revision=6",
    answer: "3",
  },
  "apiKeys.touch": { "apiKeys key": "lastUsedAt=-4min" },
  "apiKeys.insert, too many": {
    "apiKeys key": "gone",
    "apiKeys olderKey": "gone",
    "apiKeys unnamed": "new createdAt=0min hash=n last4=9 userId=user",
    "users user": "revision=6",
    answer: "stored",
  },
  "wallets.topUp": {
    "ledger unnamed": "new amount=5 balanceAfter=15 createdAt=0min reference=second type=topup userId=user",
    "wallets user": "balance=15 updatedAt=0min",
    answer: "true",
  },
  "wallets.topUp, again": { answer: "false" },
  "wallets.setLowBalance": { "wallets user": "lowBalance=7" },
  "wallets.setLowBalance, of a new wallet": { "wallets mailbox": "new balance=0 lowBalance=7 updatedAt=0min" },
  "idempotency.save": { "idempotency unnamed": 'answer={"ok":true}', answer: "true" },
  "idempotency.release": { "idempotency unnamed": "gone" },
  "suppressions.add": {
    "suppressions unnamed": "new createdAt=0min email=new@peer.test reason=manual userId=user",
    answer: "[old@peer.test,new@peer.test]",
  },
  "suppressions.remove": { "suppressions unnamed": "gone", answer: "true" },
  "suppressions.unsubscribe": {
    "suppressions unnamed":
      "new createdAt=0min email=jane@peer.test news=[suppression.added] newsAt=0min reason=unsubscribed sendId=send userId=user",
    answer: "true",
  },
  "webhooks.update": {
    "webhooks webhook": "-failingSince -failures -restUntil unverified=true updatedAt=0min url=https://n.test/ -verifiedAt",
  },
  "webhooks.update, with the address that it has": { "webhooks webhook": "updatedAt=0min" },
  "webhookDeliveries.verified": {
    "webhooks webhook": "-failingSince -failures -restUntil updatedAt=0min url=https://n.test/ verifiedAt=0min",
  },
  "webhookDeliveries.verified, of an address that has changed": {
    "webhooks webhook": "-failingSince -failures -restUntil unverified=true updatedAt=0min url=https://n.test/ -verifiedAt",
  },
  "webhooks.update, its types": { "webhooks webhook": "types=[send.failed] updatedAt=0min" },
  "webhooks.update, all types": { "webhooks webhook": "-types updatedAt=0min" },
  "webhooks.update, switched on": { "webhooks off": "-failingSince -failures -restUntil status=active updatedAt=0min" },
  "webhooks.update, switched off": { "webhooks webhook": "status=disabled updatedAt=0min" },
  "webhooks.delete": {
    "webhookDeliveries due": "gone",
    "webhookDeliveries later": "gone",
    "webhookDeliveries orphan": "gone",
    "webhooks webhook": "gone",
    answer: "true",
  },
  "webhooks.rotate, as another does": { "webhooks webhook": "previousUntil=9min sealed={secret:sealed,previous:sealed}", answer: "false" },
  "webhookDeliveries.release, as another takes over": { "webhooks webhook": "lease={token:token,until:5min}" },
  "webhookDeliveries.release, after the first failure": {
    "webhooks webhook": "failingSince=0min failures=1 -lease restUntil=0min",
  },
  "webhookDeliveries.release, nothing left": {
    "webhookDeliveries due": "gone",
    "webhookDeliveries later": "gone",
    "webhookDeliveries orphan": "gone",
    "webhooks webhook": "-failingSince -failures -lease -restUntil",
  },
  "webhookDeliveries.release, dead for three days": {
    "webhooks webhook":
      "failingSince=-4320min failures=3 -lease news=[webhook.disabled] newsAt=0min restUntil=2min status=disabled updatedAt=0min",
  },
  "webhookDeliveries.release, not quite": {
    "webhooks webhook": "failingSince=-4318min failures=3 -lease restUntil=2min",
    answer: "true",
  },
  "webhookDeliveries.lease, of one that rests": { "webhooks webhook": "restUntil=5min" },
  "webhookDeliveries.lease, taken": { "webhooks webhook": "lease={token:token,until:5min}" },
  "apiKeys.insert, a named one": {
    "apiKeys unnamed": "new createdAt=0min hash=n last4=9 name=x userId=user",
    "users user": "revision=6",
    answer: "stored",
  },
  "apiKeys.insert, a named one too many": { "users user": "revision=6", answer: "full" },
  "apiKeys.insert, to keep two": {
    "apiKeys olderKey": "gone",
    "apiKeys unnamed": "new createdAt=0min hash=n last4=9 userId=user",
    "users user": "revision=6",
    answer: "stored",
  },
  "users.setLocked, let in again": {},
  "suppressions.unsubscribe, of one that was suppressed": {
    "suppressions unnamed":
      "new createdAt=0min email=jane@peer.test news=[suppression.added] newsAt=0min reason=unsubscribed sendId=send userId=user",
    answer: "true",
  },
  "suppressions.unsubscribe, again": {
    "suppressions unnamed":
      "new createdAt=0min email=jane@peer.test news=[suppression.added] newsAt=0min reason=unsubscribed sendId=send userId=user",
    answer: "true",
  },
  "eventOutbox.publish, of a send": {
    "events unnamed":
      "new at=-1min createdAt=0min data={id:send,mailboxId:mailbox,fromEmail:mailbox@,toEmail:Jane@Peer.test,subject:Hello,status:sent,messageId:<send>,kind:,attempts:1,lastError:,sentAt:-90min} sequence=2 type=send.sent userId=user; new at=0min createdAt=0min data={id:send,mailboxId:mailbox,fromEmail:mailbox@,toEmail:Jane@Peer.test,subject:Hello,status:sent,messageId:<send>,kind:,attempts:1,lastError:,sentAt:-90min} sequence=3 type=send.replied userId=user",
    "feeds user": "at=0min sequence=3",
    "webhookDeliveries unnamed":
      "new attempts=0 createdAt=0min dueAt=0min eventId=id sequence=2 status=pending type=send.sent userId=user webhookId=webhook",
    answer: "webhook",
  },
  "eventOutbox.publish, of a message and the send that it answers": {
    "events unnamed":
      "new at=0min createdAt=0min data={id:send,mailboxId:mailbox,fromEmail:mailbox@,toEmail:Jane@Peer.test,subject:Hello,status:sent,messageId:<send>,kind:,attempts:1,lastError:,sentAt:-90min} sequence=3 type=send.bounced userId=user; new at=0min createdAt=0min data={id:token,email:old@peer.test,reason:manual,sendId:send} sequence=4 type=suppression.added userId=user; new at=0min createdAt=0min data={id:token,emailJobId:send,kind:bounce} sequence=2 type=message.received userId=user",
    "feeds user": "at=0min sequence=4",
    "messages unnamed": "new emailJobId=send kind=bounce userId=user",
    "suppressions unnamed": "sendId=send",
    answer: "[message.received,send.bounced,suppression.added]",
  },
  "eventOutbox.publish, of the wallet": {
    "events unnamed": "new at=-1min createdAt=0min data={balance:10} sequence=2 type=wallet.low userId=user",
    "feeds user": "at=0min sequence=2",
    answer: "0",
  },
  "eventOutbox.publish, of nothing new": { answer: "0" },
  "webhooks.rotate": { "webhooks webhook": "previousUntil=5min sealed={secret:sealed,previous:sealed}", answer: "true" },
  "webhooks.replay": {
    "webhookDeliveries due": "gone",
    "webhookDeliveries unnamed":
      "new attempts=0 createdAt=0min dueAt=0min eventId=event sequence=1 status=pending type=send.sent userId=user webhookId=webhook",
    answer: "1",
  },
  "webhooks.replay, at one that is off": {
    "webhookDeliveries unnamed":
      "new attempts=0 createdAt=0min dueAt=0min eventId=event sequence=1 status=pending type=send.sent userId=user webhookId=off",
    answer: "1",
  },
  "webhooks.replay, of nothing": { answer: "0" },
  "webhookDeliveries.lease": { "webhooks webhook": "lease={token:token,until:5min}", answer: "webhook" },
  "webhookDeliveries.lease, of one that is off": {},
  "webhookDeliveries.due": { "webhookDeliveries orphan": "gone", answer: "[due]" },
  "webhookDeliveries.record, taken": {
    "webhookDeliveries due": "attempts=3 -dueAt durationMs=5 lastAttemptAt=0min response=$x responseStatus=200 status=delivered",
  },
  "webhookDeliveries.record, again": { "webhookDeliveries due": "attempts=3 dueAt=7min durationMs=5 lastAttemptAt=0min response=$x" },
  "webhookDeliveries.record, given up": {
    "webhookDeliveries due": "attempts=3 -dueAt durationMs=5 lastAttemptAt=0min response=$x responseStatus=500 status=failed",
  },
  "webhookDeliveries.release, worked": { "webhooks webhook": "-failingSince -failures -lease -restUntil", answer: "0" },
  "webhookDeliveries.release, failed": { "webhooks webhook": "failures=3 -lease restUntil=2min", answer: "2" },
  "webhookDeliveries.release, cut": { "webhooks webhook": "isSlow=true -lease", answer: "0" },
  "webhookDeliveries.release, another's": {},
  "rateLimits.take": { "rateLimits unnamed": "new at=0min expiresAt=10min granted=true tokens=9" },
};
