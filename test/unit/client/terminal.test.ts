import { expect, it } from "vitest";
import { plain } from "#shared/client/cli/command.ts";
import { growthOf, LIMIT } from "#test/linear/growth.ts";

it.each(["\u001b]", "\u001b[", "\u001b[0;", "\u009d", "\u009b1", "\u001b(", "\u001bP", " ", "\u202e"])(
  "foreign text of nothing but %j takes linear time",
  (unit) => {
    expect(growthOf(plain, (size) => unit.repeat(size / unit.length), 500_000, 100).exponent).toBeLessThan(LIMIT);
  },
);

it("a line is cut, however long it is and whatever it hides", () => {
  expect(plain("x".repeat(5_000_000))).toBe(`${"x".repeat(2_000)}…`);
  // What is beyond its beginning is not even looked at.
  expect(plain(`${"\u001b[0m".repeat(100_000)}hidden`)).toBe("…");
  expect(plain("short")).toBe("short");
});

it.each([
  ["\u001b]0;title\u0007text", "text"],
  ["\u001b]8;;https://a.test\u001b\\link\u001b]8;;\u001b\\", "link"],
  ["\u001b[31mred\u001b[0m \u009b1mbold", "red bold"],
  ["\u001b(Bplain\u001bc", "plain"],
  ["\u001b]52;c;no end of it", "52;c;no end of it"],
  ["a\u001b", "a"],
  ["a\r\nb\u0000c\u202ed", "a b c d"],
])("%j is shown as %j", (text, shown) => {
  expect(plain(text)).toBe(shown);
});
