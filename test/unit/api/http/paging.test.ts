import { describe, expect, it } from "vitest";
import type { Operation } from "#shared/api/operation.ts";
import { operations } from "#shared/service/operations.ts";

interface Shape {
  readonly def: { readonly shape?: Record<string, Shape>; readonly element?: Shape };
}
/** The rows of an answer: itself, or its first list. */
const rowOf = ({ def: { element, shape = {} } }: Shape): Shape | undefined =>
  element ?? Object.values(shape).find((field) => field.def.element)?.def.element;

describe("every list in pages", () => {
  const lists = (operations as readonly Operation[]).filter(({ query }) => "cursor" in ((query as Shape | undefined)?.def.shape ?? {}));

  it.each(lists.map((list) => [list.id, list] as const))("names the date by which its rows stand, and rows have it: %s", (_id, list) => {
    const row = Object.keys(rowOf(list.response as unknown as Shape)?.def.shape ?? {});

    expect(row).toEqual(expect.arrayContaining(["id", list.pagedBy]));
  });

  it("is one of five", () => {
    expect(lists.length).toBeGreaterThanOrEqual(5);
  });
});
