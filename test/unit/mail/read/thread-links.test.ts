import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupByLinks, linkIds } from "#shared/domain/mail/read/thread-links.ts";
import { aMail } from "./raw-mail.ts";

describe("links", () => {
  it("are all ids that a mail carries, once each", () => {
    const message = aMail({ headers: { "Message-ID": "<c@x>", "In-Reply-To": "<b@x> <z@x>", References: "<a@x> <b@x>" } });

    expect(linkIds(message)).toEqual(["<c@x>", "<a@x>", "<b@x>", "<z@x>"]);
  });

  it("never come from the subject", () => {
    const messages = ["<a@x>", "<b@x>"].map((id) => aMail({ headers: { "Message-ID": id, Subject: "Re: Offer" } }));

    expect(groupByLinks(messages.map((message) => linkIds(message)))).toEqual([[0], [1]]);
  });

  it("join two conversations when a late parent names both", () => {
    expect(groupByLinks([["<a@x>"], ["<b@x>"], ["<a@x>", "<b@x>"]])).toEqual([[0, 1, 2]]);
  });

  it("join the same messages in whatever order they arrive", () => {
    const message = fc.array(
      fc.integer({ min: 0, max: 12 }).map((id) => `<${id}@x>`),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (links, noise) => {
        const order = links
          .map((_, i) => ({ i, key: noise.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ i }) => i);

        const inOrder = groupByLinks(links).map((group) => group.join());
        const shuffled = groupByLinks(order.map((i) => links[i]!)).map((group) =>
          group
            .map((at) => order[at]!)
            .sort((a, b) => a - b)
            .join(),
        );

        expect(new Set(shuffled)).toEqual(new Set(inOrder));
      }),
    );
  });
});
