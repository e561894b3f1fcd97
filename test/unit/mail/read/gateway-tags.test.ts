import { describe, expect, it } from "vitest";
import { withoutGatewayTags, bareSubject, isForwardSubject, isReplySubject } from "#shared/mail/write/compose/compose.ts";

describe("a subject below a gateway's tag", () => {
  it.each([
    "[EXTERNAL] ",
    "[EXT] ",
    "[External Sender] ",
    "[Extern] ",
    "(externe) ",
    "[Externo]",
    "EXTERNAL: ",
    "***SPAM*** ",
    "[SPAM] [EXTERNAL] ",
    "{Spam?} ",
    "[外部] ",
  ])("is what its sender wrote: %s", (tag) => {
    expect(withoutGatewayTags(`${tag}Re: Offer`)).toBe("Re: Offer");
    expect(isReplySubject(`${tag}Re: Offer`)).toBe(true);
    expect(isForwardSubject(`${tag}Fwd: Offer`)).toBe(true);
    expect(bareSubject(`${tag}Re: ${tag}Offer`)).toBe("offer");
  });

  it.each(["[Q4] Offer", "External audit", "Re: Offer", "[EXTERNAL]", "(extra) Offer", "Spam folder", "Next: external"])(
    "is untouched without one: %s",
    (subject) => {
      expect(withoutGatewayTags(subject)).toBe(subject);
    },
  );
});
