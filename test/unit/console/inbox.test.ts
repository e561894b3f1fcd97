// The inbox's views and what a search marks; what an event makes the console read again.
import { describe, expect, it } from "vitest";
import { addressOf, filterIn, foundIn, queriesOf } from "#shared/console/screens/inbox/filter.ts";

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
