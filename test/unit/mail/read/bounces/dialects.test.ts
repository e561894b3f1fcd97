import { describe, expect, it } from "vitest";
import type { Dialect } from "#shared/mail/read/bounces/dialects/common.ts";
import { dialects } from "#shared/mail/read/bounces/prose.ts";
import * as phrases from "#shared/mail/read/bounces/prose.ts";
import { readBounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { phraseSource } from "#shared/mail/read/languages/phrases.ts";
import { aMail } from "../raw-mail.ts";
import { otherBounceMessages } from "./other-bounce-messages.ts";

const returned = `
Return-Path: <me@sender.example>
Received: from relay.sender.example by mx.sender.example; Fri, 20 Nov 2026 10:15:00 +0000
From: Me <me@sender.example>
To: lost@gone.example
Subject: Offer
Message-ID: <65f0.abc@sender.example>
Date: Fri, 20 Nov 2026 10:14:00 +0000

Dear Sir,
`;

/** What reads each part of a dialect, as it is used. */
const readers: Record<Exclude<keyof Dialect, "notice">, (text: string) => boolean> = {
  senders: (text) => phrases.systemName.test(text),
  subjects: (text) => phrases.bounceSubject.test(text),
  failures: (text) => phrases.saysFailure(text),
  delays: (text) => phrases.delayProse.test(text),
  givesUp: (text) => phrases.gaveUpProse.test(text),
  introductions: (text) => phrases.introduction.test(text),
  labels: (text) => phrases.label.test(text),
  returned: (text) => phrases.returnedMessageStarts.test(text),
};

const all = Object.entries(dialects).flatMap(([name, dialect]) =>
  Object.entries(readers).flatMap(([part, reads]) =>
    Object.entries(dialect[part as keyof typeof readers] ?? {}).map(([phrase, example]) => ({ name, part, phrase, example, reads })),
  ),
);

describe("each phrase of a dialect", () => {
  it.each(all)("$name, $part: $phrase", ({ phrase, example, reads }) => {
    expect(new RegExp(phraseSource(phrase), "iu").test(example)).toBe(true);
    expect(reads(example)).toBe(true);
  });
});

describe("the notice of each dialect", () => {
  it.each(Object.entries(dialects))("names the failed recipient, the reason and our Message-ID: %s", (_, { notice }) => {
    const { from, subject, status, lines } = notice;
    const encoded = `=?utf-8?B?${Buffer.from(subject).toString("base64")}?=`;
    const headers = { From: from, Subject: encoded, "Return-Path": "<>", "Content-Type": "text/plain; charset=utf-8" };

    const bounce = readBounce(aMail({ headers, body: `${lines.join("\n")}${returned}` }));

    expect(bounce?.recipients.map((recipient) => recipient.email)).toEqual(["lost@gone.example"]);
    expect(bounce).toMatchObject({ rule: "delivery_notice", maker: "system", messageIds: ["<65f0.abc@sender.example>"], final: true });
    expect(bounce?.reason).not.toBe("");
    if (status !== undefined) expect(bounce?.status).toBe(status);
  });
});

describe("the notice of a system without a dialect", () => {
  it.each(Object.entries(otherBounceMessages))("is read by what all write: %s", (_, [from, subject, text, status]) => {
    const encoded = `=?utf-8?B?${Buffer.from(subject).toString("base64")}?=`;
    const headers = { From: from, Subject: encoded, "Return-Path": "<>", "Content-Type": "text/plain; charset=utf-8" };

    const bounce = readBounce(aMail({ headers, body: `${text}${returned.trimStart()}` }));

    expect(bounce?.recipients.map((recipient) => recipient.email)).toEqual(["lost@gone.example"]);
    expect(bounce).toMatchObject({ maker: "system", messageIds: ["<65f0.abc@sender.example>"], final: true });
    if (status !== undefined) expect(bounce?.status).toBe(status);
  });
});
