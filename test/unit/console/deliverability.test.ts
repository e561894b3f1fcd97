// A week's numbers, the search among the sends, and what a bounce's code means in words.
import { describe, expect, it } from "vitest";
import type { MetricsRow, Send } from "#shared/client/index.ts";
import { bouncesByClass, csvOf, linesOf, sumsOf, weeksTo } from "#shared/console/screens/deliverability/numbers.ts";
import { bounceStory } from "#shared/console/screens/send/timeline.ts";
import { matches, sendNamedIn } from "#shared/console/screens/sends/filters.ts";

const row = (key: string, sent: number): MetricsRow =>
  ({ key, sent, replied: 1, bounced_hard: 0, bounced_soft: 0, complained: 0, unsubscribed: 0 }) as MetricsRow;

describe("two weeks", () => {
  it("end with today, in UTC", () => {
    const { now, before } = weeksTo(new Date("2026-11-26T23:30:00Z"));

    expect([before.from, before.to, now.from, now.to].map((at) => at.toISOString().slice(0, 10))).toEqual([
      "2026-11-13",
      "2026-11-20",
      "2026-11-20",
      "2026-11-27",
    ]);
  });

  it("stand beside each other, also where one of them has nothing", () => {
    const lines = linesOf(sumsOf([row("a", 2), row("a", 3), row("b", 9)]), sumsOf([row("c", 1)]), (key) => `tag ${key}`);

    expect(lines.map(({ name, now, before }) => [name, now.sent, before.sent])).toEqual([
      ["tag b", 9, 0],
      ["tag a", 5, 0],
      ["tag c", 0, 1],
    ]);
  });

  it("are a file that no spreadsheet runs", () => {
    const [line] = linesOf(sumsOf([row("x", 1)]), new Map(), () => '=HYPERLINK("x"),y');

    expect(csvOf([["tag", [line!]]]).split("\r\n")[1]).toBe('tag,"\'=HYPERLINK(""x""),y",1,0,1,0,0,0,0,0,0,0,0,0');
  });
});

it("bounces are counted by their class", () => {
  const sends = [{ bounces: [{ class: "spam" }, {}] }, { bounces: [{ class: "spam" }] }] as unknown as Send[];

  expect(bouncesByClass(sends)).toEqual([
    ["spam", 2],
    ["other", 1],
  ]);
});

describe("a bounce in words", () => {
  it.each([
    [{ status: "5.1.1", class: "unknown_user", permanent: true }, /^No such address\. Take the address off/],
    [{ status: "5.1.1", class: "other", permanent: true }, /^There is no such mailbox/],
    [{ status: "5.1.10", class: "other", permanent: true }, /takes no mail/],
    [{ status: "5.7.26", class: "other", permanent: true }, /SPF and DKIM/],
    [{ status: "4.2.2", class: "other", permanent: false }, /full.*It may pass/],
    [{ status: "", class: "other", permanent: false }, /^It may pass/],
  ] as const)("%j", (bounce, words) => expect(bounceStory(bounce)).toMatch(words));
});

describe("the search among the sends", () => {
  const send = {
    subject: "Émile's offer",
    to_email: "jane@peer.test",
    to_name: "Jane Doe",
    cc: [{ name: "", email: "boss@peer.test" }],
    bcc: [],
    message_id: "<655f1c2e9b1e8a00123456bb.5f0c@own.test>",
  } as unknown as Send;

  it.each([
    ["emile", true],
    ["jane off", true],
    ["boss@", true],
    ["DOE peer", true],
    ["jane nobody", false],
  ])("%j", (q, isFound) => expect(matches(q, send)).toBe(isFound));

  it.each([
    ["<655f1c2e9b1e8a00123456bb.5f0c9a7b@own.test>", "655f1c2e9b1e8a00123456bb"],
    ["655F1C2E9B1E8A00123456BB", "655f1c2e9b1e8a00123456bb"],
    ["https://a.test/console/sends/655f1c2e9b1e8a00123456bb", "655f1c2e9b1e8a00123456bb"],
    ["jane@peer.test", undefined],
    ["655f1c2e9b1e8a00123456bbff", undefined],
  ])("%j names the send %s", (q, id) => expect(sendNamedIn(q)).toBe(id));
});
