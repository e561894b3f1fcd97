import { describe, expect, it } from "vitest";
import { linkIds } from "#shared/mail/read/mail-ids.ts";
import { aMail } from "./raw-mail.ts";

describe("links", () => {
  it("are all ids that a mail carries, once each", () => {
    const message = aMail({ headers: { "Message-ID": "<c@x>", "In-Reply-To": "<b@x> <z@x>", References: "<a@x> <b@x>" } });

    expect(linkIds(message)).toEqual(["<c@x>", "<a@x>", "<b@x>", "<z@x>"]);
  });

  it("never come from the subject", () => {
    const message = aMail({ headers: { "Message-ID": "<a@x>", Subject: "Re: Offer <b@x>" } });

    expect(linkIds(message)).toEqual(["<a@x>"]);
  });
});
