import { expect, it } from "vitest";
import { sentAsHistory } from "#shared/threads/conversation.ts";
import { replyReferences } from "#shared/mail/write/compose/compose.ts";
import { mailOf } from "#shared/sending/deliver/prepare.ts";
import { providerMessageId } from "#shared/sending/deliver/look-up-unknown.ts";
import type { Submission } from "#shared/sending/ports/submission.ts";
import { outcomeOf } from "#test/support/delivered.ts";
import { aSend } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const ID = "0100019d311bed04-dbb67b48-c55d-4e6a-962a-a0f8b714f2e7-000000";

it.each([
  ["email-smtp.us-east-1.amazonaws.com", `250 Ok ${ID}`, `<${ID}@email.amazonses.com>`],
  ["email-smtp.eu-west-1.amazonaws.com", `250 Ok ${ID}`, `<${ID}@eu-west-1.amazonses.com>`],
  ["EMAIL-SMTP-FIPS.us-gov-west-1.amazonaws.com", `250 Ok ${ID}`, `<${ID}@us-gov-west-1.amazonses.com>`],
  ["email-smtp.ap-southeast-2.api.aws", `250 Ok ${ID}`, `<${ID}@ap-southeast-2.amazonses.com>`],
  ["vpce-0a.email-smtp.us-west-2.vpce.amazonaws.com", `250 Ok ${ID}`, `<${ID}@us-west-2.amazonses.com>`],
  ["email-smtp.eu-west-1.amazonaws.com", "250 Ok", undefined],
  ["email-smtp.eu-west-1.amazonaws.com", `250 Ok ${ID}@x`, undefined],
  ["relay.example.com", `250 Ok ${ID}`, `<${ID}@email.amazonses.com>`],
  ["email-smtp.eu-west-1.amazonaws.com.example.com", `250 Ok ${ID}`, `<${ID}@email.amazonses.com>`],
  ["mail.example.com", "250 2.6.0 <AB1@mail.example.com> [InternalId=17, Hostname=ex] Queued mail for delivery", "<AB1@mail.example.com>"],
  ["mail.example.com", "250 2.1.0 <jane@example.com> Queued", undefined],
  ["smtp.office365.com", "250 2.0.0 OK <AB1@EU.prod.outlook.com> [Hostname=AB1.EU]", "<AB1@EU.prod.outlook.com>"],
  ["smtp.gmail.com", "250 2.0.0 OK  1700000000 a1-2b3.4 - gsmtp", undefined],
  ["mx.example.com", "250 2.0.0 Ok: queued as 4F1C2A00", undefined],
  ["smtp-relay.brevo.com", "250 2.0.0 OK: queued as <202611201015.1234@smtp-relay.mailin.fr>", "<202611201015.1234@smtp-relay.mailin.fr>"],
  ["mx.example.com", "250 Message queued as <AB1@mx.example.com>", "<AB1@mx.example.com>"],
  ["mx.example.com", "250 2.0.0 OK: queued as <4F1C2A00>", undefined],
  ["mx.example.com", "250 OK <jane@example.com> queued as 4F1C2A00", undefined],
  ["mx.example.com", "250 2.0.0 OK <a b@c> [Hostname=x]", undefined],
  ["mx.iis.test", "250 2.6.0 <abc@iis.test> Queued mail for delivery", "<abc@iis.test>"],
  ["relay.test", "250 2.0.0 OK, Message-ID: <abc@relay.test>", "<abc@relay.test>"],
  ["relay.test", "250 Message accepted, message id <abc@relay.test> queued", "<abc@relay.test>"],
  ["relay.test", "250 2.0.0 OK id=1abCDe-0001x2-3Y", undefined],
  ["relay.test", "250 2.0.0 message accepted for <you@peer.test>", undefined],
])("the id that %s gives with %s is %s", (host, reply, id) => {
  expect(providerMessageId(host, reply)).toBe(id);
});

it("is kept with the send that was accepted", async () => {
  const told: unknown[] = [];
  const smtp = { host: "email-smtp.eu-west-1.amazonaws.com", port: 465, secure: "tls", username: "u" } as const;
  await outcomeOf({
    mailbox: { smtp },
    emails: [{}, {}],
    submits: (nth) => ({ kind: "sent", ...(nth === 1 && { reply: `250 Ok ${ID}` }) }),
    ports: ({ deliveries }) => ({
      deliveries: { ...deliveries, succeed: (send, facts) => (told.push(facts?.providerMessageId), deliveries.succeed(send, facts)) },
    }),
  });

  expect(told).toEqual([`<${ID}@eu-west-1.amazonses.com>`, undefined]);
});

it("comes with the server's words of acceptance, on one line and bounded", async () => {
  const told: unknown[] = [];
  await outcomeOf({
    emails: [{}, {}],
    submits: (nth) => ({ kind: "sent", ...(nth === 1 && { reply: `250-2.0.0 Ok\r\n250 queued as ${"x".repeat(300)}` }) }),
    ports: ({ deliveries }) => ({
      deliveries: { ...deliveries, succeed: (send, facts) => (told.push(facts?.serverReply), deliveries.succeed(send, facts)) },
    }),
  });

  expect(told).toEqual([`250-2.0.0 Ok 250 queued as ${"x".repeat(173)}`, undefined]);
});

it.each([
  ["smtp.postmarkapp.com", true],
  ["smtp-broadcasts.postmarkapp.com", true],
  ["smtp.example.com", false],
  ["postmarkapp.com.example.com", false],
])("%s is asked to leave ours: %s", async (host, isAsked) => {
  const mails: string[] = [];
  const submit: Submission["submit"] = async ({ raw }, intend) => (
    mails.push(String(raw)),
    (await intend([])) ? { kind: "sent" } : { kind: "fenced" }
  );
  await outcomeOf({
    mailbox: { smtp: { host, port: 465, secure: "tls", username: "u" } },
    emails: [{ headers: { "X-Campaign": "7" } }],
    ports: () => ({ submissions: { open: async () => ({ open: true, close: () => undefined, submit }) } }),
  });

  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatch(/^X-Campaign: 7\r$/m);
  expect(/^X-PM-KeepID: true\r$/m.test(mails[0]!)).toBe(isAsked);
});

const mailbox = aMailbox();
const original = aSend(mailbox, { providerMessageId: "<given@provider.test>" });
const both = [original.messageId, "<given@provider.test>"];

it("is what a follow-up answers, for its recipients have the original under it", () => {
  const next = aSend(mailbox, { inReplyTo: original.messageId, references: [original.messageId] });
  const written = (of?: typeof original) => {
    const { inReplyTo, references } = mailOf(next, { text: "x", html: "" }, [], of);
    return [inReplyTo, references];
  };
  const { providerMessageId: _, ...unchanged } = original;

  expect(written(original)).toEqual(["<given@provider.test>", both]);
  expect(written(unchanged)).toEqual([original.messageId, [original.messageId]]);
  expect(written({ ...original, messageId: "<another@example.com>" })).toEqual([original.messageId, [original.messageId]]);
  expect(written()).toEqual([original.messageId, [original.messageId]]);
});

it("is what an answer to a send that has it names, and ours too", () => {
  expect(replyReferences(sentAsHistory(original))).toEqual({ inReplyTo: "<given@provider.test>", references: both });
});
