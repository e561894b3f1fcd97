import { expect, it } from "vitest";
import { fitInBytes } from "#shared/mail/text.ts";

it.each<[string, number, readonly string[], boolean]>([
  ["nothing", 0, [], true],
  ["ASCII, exactly", 4, ["ab", "cd"], true],
  ["ASCII, one too many", 3, ["ab", "cd"], false],
  ["two bytes a character, exactly", 8, ["éé", "éé"], true],
  ["two bytes a character, one too many", 7, ["éé", "éé"], false],
  ["three bytes a unit, exactly", 6, ["€€"], true],
  ["three bytes a unit, one too many", 5, ["€€"], false],
  ["four bytes in two units, exactly", 8, ["😀😀"], true],
  ["four bytes in two units, one too many", 7, ["😀😀"], false],
])("texts fit or not, all together: %s", (_name, bytes, texts, fit) => {
  expect(fitInBytes(bytes, ...texts)).toBe(fit);
});
