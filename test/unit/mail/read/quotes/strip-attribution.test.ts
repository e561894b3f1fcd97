import { describe, expect, it } from "vitest";
import { replyText } from "#shared/mail/read/quotes/strip-text.ts";
import { attributionLines } from "./attribution-lines.ts";

describe("an attribution line", () => {
  it.each(attributionLines)("goes with the plain text below it: %s", (line) => {
    const text = `Thank you, that works.\n\n${line.replaceAll("↵", "\n")}\n\nShall we meet on Monday?\nJane\n`;

    expect(replyText(text)).toBe("Thank you, that works.");
  });

  it.each(attributionLines)("goes with the quote below it, and the answers between stay: %s", (line) => {
    const text = `Hello,\n\n${line.replaceAll("↵", "\n")}\n> Shall we meet?\n\nYes.\n\n> On Monday?\n\nRather Tuesday.\n`;

    expect(replyText(text).split(/\n+/)).toEqual(["Hello,", "Yes.", "Rather Tuesday."]);
  });
});
