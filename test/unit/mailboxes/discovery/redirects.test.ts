import { expect, it } from "vitest";
import { redirectOf } from "#shared/mailboxes/discovery/by-autoconfig.ts";

it.each([
  [301, true],
  [302, true],
  [303, true],
  [307, true],
  [308, true],
  [200, false],
  [300, false],
  [304, false],
  [309, false],
])("an answer of %i leads elsewhere: %s", (status, leads) => {
  const answer = (location: unknown) =>
    redirectOf({ status, headers: { location }, body: Buffer.alloc(0) } as never, new URL("https://x.test/a/b"));
  expect(answer("../c")?.href).toBe(leads ? "https://x.test/c" : undefined);
  expect([answer(undefined), answer("https://")]).toEqual([undefined, undefined]);
});
