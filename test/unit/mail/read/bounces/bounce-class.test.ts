import { expect, it } from "vitest";
import { notAboutTheAddress, serverReplies } from "./server-replies.ts";
import { type BounceClass, bounceClass, isPermanent } from "#shared/mail/read/bounces/bounce-class.ts";

it.each<[BounceClass, boolean, string, string]>([
  ["unknown_user", true, "5.1.1", "550 5.1.1 The email account that you tried to reach does not exist"],
  ["unknown_user", true, "5.1.10", "550 5.1.10 RESOLVER.ADR.RecipientNotFound"],
  ["unknown_user", true, "5.1.2", "Host or domain name not found"],
  ["unknown_user", true, "5.4.4", "Host or domain name not found. Name service error"],
  ["unknown_user", true, "5.2.1", "550 5.2.1 The email account that you tried to reach is disabled"],
  ["unknown_user", true, "5.4.1", "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)"],
  ["unknown_user", true, "5.0.0", "550 No such user here"],
  ["unknown_user", true, "5.7.1", "550 5.7.1 <jane@peer.test>: user unknown"],
  ["unknown_user", true, "", "Unrouteable address"],
  ["unknown_user", true, "5.7.17", "550 sorry, no mailbox here by that name. (#5.7.17) Giving up on 192.0.2.1."],
  ["mailbox_full", false, "5.2.2", "552 5.2.2 The recipient's inbox is out of storage space"],
  ["mailbox_full", false, "4.2.2", "452 4.2.2 mailbox full"],
  ["mailbox_full", false, "5.0.0", "554 Mailbox exceeds its quota"],
  ["mailbox_full", false, "4.0.0", "452 over quota"],
  ["expired", false, "4.4.1", "connect to mx.peer.test[192.0.2.1]:25: Connection timed out"],
  ["expired", false, "4.4.7", "delivery temporarily suspended"],
  ["expired", false, "5.4.7", "Delivery expired (message too old)"],
  ["expired", false, "4.7.1", "451 4.7.1 greylisted, blocked using policy"],
  ["too_large", true, "5.3.4", "552 5.3.4 Message size exceeds fixed limit"],
  ["too_large", true, "5.0.0", "552 message too large"],
  ["dmarc", true, "5.7.26", "550-5.7.26 Unauthenticated email from peer.test is not accepted due to domain's DMARC policy"],
  ["dmarc", true, "5.7.1", "550 5.7.1 rejected by DMARC policy of peer.test"],
  ["dmarc", true, "5.7.23", "550 5.7.23 SPF validation failed"],
  ["relay", true, "5.7.1", "554 5.7.1 <jane@peer.test>: Relay access denied"],
  ["relay", true, "5.7.64", "550 5.7.64 TenantAttribution; Relay Access Denied"],
  ["spam", true, "5.7.1", "550 5.7.1 Service unavailable; Client blocked using zen.spamhaus.org"],
  ["spam", true, "5.7.1", "554 5.7.1 message contains spam"],
  ["policy", true, "5.7.1", "550 5.7.1 Message rejected"],
  ["policy", true, "5.7.0", "550 5.7.0 Local policy violation"],
  ["policy", true, "5.1.8", "550 5.1.8 <me@x.test>: Sender address rejected: Domain not found"],
  ["policy", true, "5.7.1", "554 5.7.1 Client host rejected: cannot find your reverse hostname, [unknown]"],
  ["other", true, "5.0.0", "554 Transaction failed"],
  ["other", false, "", ""],
])("says %s (permanent: %s) of status %j with %j", (kind, permanent, status, reason) => {
  expect([bounceClass({ status, reason }), isPermanent({ status, reason })]).toEqual([kind, permanent]);
});

it.each<[BounceClass, string, string]>([
  ["policy", "5.2.1", "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages"],
  ["mailbox_full", "5.1.1", "552 5.2.2 Over quota"],
  ["mailbox_full", "5.1.1", "550 5.1.1 User unknown: mailbox is full"],
  ["mailbox_full", "5.0.0", "552 5.2.2"],
  ["spam", "5.1.3", "553 see spamhaus.org/query/bl?ip=192.0.2.1"],
  ["spam", "5.1.1", "550 5.1.1 user unknown, your server is on a blacklist"],
  ["policy", "5.1.1", "550 5.1.1 Recipient rejected by local policy"],
  ["policy", "5.1.1", "550 5.1.1 sender address rejected: user unknown"],
  ["policy", "5.7.1", "554 5.7.1 <lost@gone.example>: Recipient address rejected: BLOCK-SENDER"],
  ["expired", "5.4.4", "host not found, retry timeout exceeded"],
  ["other", "5.1.1", "550 5.1.1 mailbox temporarily disabled"],
  ["other", "5.2.1", "550 5.2.1 account suspended"],
  ["other", "5.2.1", ""],
  ["dmarc", "5.1.1", "550 5.7.26 rejected by DMARC policy"],
  ["policy", "5.1.1", "550 5.1.8 bad sender"],
])("does not believe that an address is gone when words and codes contradict: %s of status %j with %j", (kind, status, reason) => {
  expect(bounceClass({ status, reason })).toBe(kind);
});

it.each([
  ["5.1.1", ""],
  ["5.1.1", "550"],
  ["5.1.10", "smtp; 550 5.1.10"],
  ["5.1.2", "The address was not accepted: host mx.spam-filter.example said 550 5.1.2 no such host"],
  ["5.1.1", "host spamfilter.example[192.0.2.1] said: 550 5.1.1 <spam@gone.example>: User unknown"],
  ["5.7.1", "550 5.7.1 <jane@peer.test>: user unknown"],
])("believes one sign that nothing contradicts: status %j with %j", (status, reason) => {
  expect(bounceClass({ status, reason })).toBe("unknown_user");
});

it.each(serverReplies)("says %s of status %j with the server's %j", (kind, status, reason) => {
  expect(bounceClass({ status, reason })).toBe(kind);
});

it("does not believe a code that only the words quote, against a refusal", () => {
  expect(bounceClass({ status: "", reason: "550 5.1.1 Denied" })).toBe("policy");
});

it("does not believe that an address is gone for what a server says about anything else, in any language", () => {
  const believed = notAboutTheAddress.filter((said) => bounceClass({ status: "5.1.1", reason: `550 5.1.1 ${said}` }) === "unknown_user");

  expect(believed).toEqual([]);
});

it.each([
  "550 5.1.1",
  "550 5.1.1 bosun",
  "550 5.1.1 http://support.example/answer.py?answer=6596 ad1si1997204pbd.83 - gsmtp",
  "550 5.1.1 <lost@gone.example>",
  "host mx.gone.example[192.0.2.1] said: 550 5.1.1 Utilisateur inconnu (in reply to RCPT TO command)",
])("believes the code where no words speak, or known ones say the same: %s", (reason) => {
  expect(bounceClass({ status: "5.1.1", reason })).toBe("unknown_user");
});

it("does not believe the code for what an English server passes on in a language of which nothing is known", () => {
  const reason = "host mx.gone.example[192.0.2.1] said: 550 5.1.1 Nescio quid dicat (in reply to RCPT TO command)";

  expect(bounceClass({ status: "5.1.1", reason })).toBe("other");
});
