import * as z from "zod/mini";
import { describe, expect, it } from "vitest";
import { fieldProblems } from "#shared/api/field-errors.ts";
import { replyBody } from "#shared/sending/contract/replies.ts";
import { email } from "#shared/sending/contract/send-email.ts";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import { acceptBatch } from "#shared/sending/accept/accept-batch.ts";
import { acceptSend } from "#shared/sending/accept/accept.ts";
import { mailOf } from "#shared/sending/deliver/prepare.ts";
import { linkKeysOf, sendOfToken, unsubscribeToken } from "#shared/suppressions/unsubscribe.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { allAsIs, anEmail, asIs, recordingWakeUps } from "#test/support/sending-rig.ts";

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const linksOf = (keys: Record<string, string>, current: string) => linkKeysOf({ current, keys });
const links = linksOf({ k1: key(1) }, "k1");

describe("a link's token", () => {
  it("names its send to this service alone, and no address to anybody", () => {
    const sendId = ids.objectId();
    const token = unsubscribeToken(links, sendId);

    expect(sendOfToken(links, token)).toBe(sendId);
    expect(token).toMatch(/^k1\.[\w-]{16}\.[\w-]{22}$/);
    expect(sendOfToken(linksOf({ k1: key(2) }, "k1"), token)).toBeUndefined();
  });

  it("is refused with any character changed, cut or added", () => {
    const token = unsubscribeToken(links, ids.objectId());
    const changed = Array.from(token, (char, at) => token.slice(0, at) + (char === "A" ? "B" : "A") + token.slice(at + 1));

    for (const wrong of [...changed, token.slice(0, -1), `${token}A`, `${token}\n`, "", "..", "k1..", "__proto__.a.b", `x${token}`])
      expect(sendOfToken(links, wrong), wrong).toBeUndefined();
  });

  it("outlives its master key where its own key is kept", () => {
    const sendId = ids.objectId();
    const token = unsubscribeToken(links, sendId);

    expect(sendOfToken(linkKeysOf({ current: "k2", keys: { k2: key(2) } }, links.keys), token)).toBe(sendId);
  });

  it("outlives a rotation for as long as its key is kept", () => {
    const sendId = ids.objectId();
    const token = unsubscribeToken(links, sendId);
    const rotated = linksOf({ k1: key(1), k2: key(2) }, "k2");

    expect(sendOfToken(rotated, token)).toBe(sendId);
    expect(unsubscribeToken(rotated, sendId)).toMatch(/^k2\./);
    expect(sendOfToken(linksOf({ k2: key(2) }, "k2"), token)).toBeUndefined();
  });
});

describe("an email that wants a link", () => {
  const world = async () => {
    const mailboxes = memoryMailboxes();
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, {});
    const ports = { ...memorySending(), mailboxes, ips: { list: async () => [] }, wakeUps: recordingWakeUps(), clock, ids };
    return { ports, userId: mailbox.userId, request: { ...anEmail(), mailboxId: mailbox.id, headers: { "X-Campaign": "a" } } };
  };
  const linkTo = (id: string) => `<https://api.example.com/v1/unsubscribe/${id}>`;

  it("carries both headers of RFC 8058 in its record and on the wire; another one carries none", async () => {
    const { ports, userId, request } = await world();

    const send = await acceptSend(ports, userId, { ...request, unsubscribe: true }, asIs);
    const plain = await acceptSend(ports, userId, { ...request, unsubscribe: false }, asIs);

    const stored = ports.rows.get(send.id)!;
    expect(stored.headers).toEqual({
      "X-Campaign": "a",
      "List-Unsubscribe": linkTo(send.id),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    const wire = buildMime(mailOf(stored, { html: "", text: "Hi" })).toString();
    expect(wire.replace(/\r\n /g, " ")).toContain(
      `List-Unsubscribe: ${linkTo(send.id)}\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`,
    );
    expect(ports.rows.get(plain.id)?.headers).toEqual(request.headers);
  });

  it("has a link of its own in a batch", async () => {
    const { ports, userId, request } = await world();

    await acceptBatch(ports, userId, [{ ...request, unsubscribe: true }, request, { ...request, unsubscribe: true }], allAsIs);

    const links = [...ports.rows.values()].map(({ id, headers }) => [linkTo(id), headers["List-Unsubscribe"]]);
    expect(links.map(([own, given]) => given === own)).toEqual([true, false, true]);
  });

  it.each([
    [email, { mailbox_id: ids.objectId(), to: "jane@example.net", subject: "Hi", body_text: "Hi" }],
    [replyBody, { body_text: "Hi" }],
  ] as const)("sets the two headers itself, beside at most 48 others", (schema, fields) => {
    const problems = (headers: Record<string, string>, unsubscribe = true, more = {}) => {
      const parsed = z.safeParse(schema, { ...fields, ...more, headers, unsubscribe });
      return parsed.success ? [] : fieldProblems(parsed.error, {}).map(({ field }) => field);
    };
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, "a"]));

    expect(problems({ "list-unsubscribe": "<mailto:a@b.example>", "List-Unsubscribe-POST": "a" })).toEqual([
      "headers.list-unsubscribe",
      "headers.List-Unsubscribe-POST",
    ]);
    expect(problems({ "list-unsubscribe": "<mailto:a@b.example>" }, false)).toEqual([]);
    expect(problems({}, true, { cc: ["kim@example.net"] })).toEqual(["unsubscribe"]);
    expect(problems({}, false, { cc: ["kim@example.net"] })).toEqual([]);
    if (schema === replyBody) expect(problems({}, true, { reply_all: true })).toEqual(["unsubscribe"]);
    expect([problems(many(48)), problems(many(49)), problems(many(49), false)]).toEqual([[], ["headers"], []]);
    expect(
      problems({ "X-Long": "a".repeat(900), ...Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`X-${i}`, "a".repeat(900)])) }),
    ).toEqual(["headers"]);
  });
});
