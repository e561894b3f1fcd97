// The inbox's views and what a search marks; what an event makes the console read again.
import { describe, expect, it } from "vitest";
import { addressOf, filterIn, fits, foundIn, queriesOf } from "#shared/console/screens/inbox/filter.ts";

const marked = (text: string, q: string): readonly string[] =>
  foundIn(text, q)
    .filter(({ isFound }) => isFound)
    .map(({ text: part }) => part);

describe("found words", () => {
  it.each([
    ["Grüße aus Köln", "grusse koln", ["Köln"]],
    ["Émile's offer", "EMILE offer", ["Émile", "offer"]],
    ["offers and an offer", "offer", ["offer"]],
    ["a.b@peer.test", "peer", ["peer"]],
    ["an offer", "", []],
    ["<b>offer</b>", "b", ["b", "b"]],
  ])("in %j for %j", (text, q, words) => {
    expect(marked(text, q)).toEqual(words);
    expect(
      foundIn(text, q)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});

describe("a view", () => {
  it.each(["needs_answer", "open", "waiting", "snoozed", "done", "bounced", "unread"] as const)(
    "%s stands in the address with the other filters",
    (view) => {
      const filter = { view, mailbox_id: "a".repeat(24), tag: "spring", assigned_to: "", label: "vip", q: "offer" };
      const query = Object.fromEntries(new URL(addressOf(filter), "https://x.test").searchParams);

      expect(filterIn(query)).toEqual(filter);
    },
  );

  it("of what needs an answer asks for a person's mail alone", () => {
    expect(queriesOf({ view: "needs_answer", tag: "spring" })).toEqual(
      ["reply", "inbound"].map((kind) => ({ tag: "spring", last_message_direction: "inbound", kind })),
    );
  });

  it("by whose turn it is asks for that state, and leaves what is snoozed out of what is open", () => {
    expect(queriesOf({ view: "open", assigned_to: "anna" })).toEqual([{ assigned_to: "anna", state: "open", snoozed: false }]);
    expect(queriesOf({ view: "waiting" })).toEqual([{ state: "waiting" }]);
    expect(queriesOf({ view: "snoozed", label: "vip" })).toEqual([{ label: "vip", snoozed: true }]);
  });

  it("keeps addresses that were shared before there were views", () => {
    expect(filterIn({ unread: "true" })).toEqual({ view: "unread" });
    expect(filterIn({ view: "nonsense", kind: "nonsense" })).toEqual({});
  });
});

describe("a changed conversation", () => {
  const all = { state: "open", assigned_to: "anna", labels: ["vip"], revision: 2 } as const;
  const snoozed = { ...all, snoozed_until: "2026-12-01T09:00:00.000Z" };

  it.each([
    [{}, all, true],
    [{ q: "offer", kind: "reply" }, all, true],
    [{ view: "open" }, all, true],
    [{ view: "open" }, snoozed, false],
    [{ view: "open" }, { ...all, state: "done" }, false],
    [{ view: "waiting" }, { ...all, state: "waiting" }, true],
    [{ view: "done" }, all, false],
    [{ view: "snoozed" }, snoozed, true],
    [{ view: "snoozed" }, all, false],
    [{ view: "needs_answer" }, { ...all, state: "done" }, true],
    [{ assigned_to: "anna" }, all, true],
    [{ assigned_to: "" }, all, false],
    [{ assigned_to: "" }, { ...all, assigned_to: "" }, true],
    [{ label: "vip" }, all, true],
    [{ label: "late" }, all, false],
  ] as const)("under %j with %j stays in the list: %j", (filter, changed, stays) => {
    expect(fits(filter, { ...changed, labels: [...changed.labels] })).toBe(stays);
  });
});
