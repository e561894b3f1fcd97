import { describe, expect, it } from "vitest";
import { snippet } from "#shared/mail/read/readable-text.ts";

describe("a snippet", () => {
  it("is one line with its white space folded", () => {
    expect(snippet("  Hello,\r\n\r\n\tthank\u00a0you.  ")).toBe("Hello, thank you.");
  });

  it("has at most 200 characters and cuts none in two", () => {
    const family = "👨‍👩‍👧‍👦";

    expect(snippet(family.repeat(300))).toBe(family.repeat(200));
    expect(snippet("a".repeat(300))).toBe("a".repeat(200));
  });
});
