import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "#shared/client/index.ts";
import { Autosave, stateOf } from "#shared/console/data/autosave.ts";
import type { Saved } from "#shared/console/data/drafts.ts";

/** The requests that are under way: what each asks, and how it is answered. */
const asked = vi.hoisted(
  () => [] as { changes: Record<string, unknown>; answer: (revision: number) => void; fail: (error: Error) => void }[],
);
vi.mock("#shared/console/data/client.ts", () => ({
  client: {
    sends: {
      update: (id: string, changes: Record<string, unknown>) =>
        new Promise((resolve, fail) => asked.push({ changes, answer: (revision) => resolve({ id, revision }), fail })),
    },
  },
}));
vi.mock("#shared/console/data/queries.ts", () => ({ queries: { invalidateQueries: async () => undefined } }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  asked.length = 0;
});

const stored: Saved = { id: "d", revision: 1, at: 0, shape: "s", asIs: "" };

/** A stored draft whose writer writes. */
const writing = () => {
  const form = { at: 0, text: "" };
  const autosave = new Autosave(
    "key",
    stored,
    () => ({
      at: form.at,
      shape: "s",
      isEmpty: false,
      changes: () => ({ body_text: form.text, draft_state: stateOf({ text: form.text }) }),
      files: undefined,
      create: async () => ({ id: "d", subject: "" }),
    }),
    () => undefined,
  );
  const write = (text: string) => {
    Object.assign(form, { at: form.at + 1, text });
    autosave.hurry();
  };
  return { autosave, write };
};
/** The answer to a change of a revision that another device has changed, or sent. */
const changed = (theirs: object) =>
  new ApiError({
    status: 409,
    body: { type: "conflict", message: "Another revision", current: { id: "d", revision: 7, draft_state: "", ...theirs } },
  } as never);
const settled = () => vi.advanceTimersByTimeAsync(0);

it("saves one text at a time, and then the one that was written meanwhile, on the revision that the first one made", async () => {
  const { write } = writing();
  write("Hel");
  write("Hello");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.map(({ changes }) => changes)).toMatchObject([{ body_text: "Hel", revision: 1 }]);

  asked[0]!.answer(2);
  await vi.advanceTimersByTimeAsync(60_000);

  expect(asked.map(({ changes }) => changes)).toMatchObject([{}, { body_text: "Hello", revision: 2 }]);
});

it.each([
  ["changed", { draft: true }, "conflict"],
  ["sent", { draft: false, status: "queued" }, "gone"],
])("gives nothing to send once another device has %s the draft", async (_, theirs, kind) => {
  const { autosave, write } = writing();
  write("Mine");
  asked[0]!.fail(changed(theirs));
  await settled();
  expect(autosave.keeping.kind).toBe(kind);

  await expect(autosave.flush()).rejects.toThrow("changed on another device");
  expect(asked).toHaveLength(1);
});

it("gives what is on the screen to send: what is being saved ends first, and what was written since is saved", async () => {
  const { autosave, write } = writing();
  write("Hel");
  write("Hello");
  const flushed = autosave.flush();
  await settled();
  asked[0]!.answer(2);
  await settled();
  asked[1]!.answer(3);

  expect(await flushed).toMatchObject({ id: "d", revision: 3, at: 2 });
  expect(asked.map(({ changes }) => changes)).toMatchObject([{ body_text: "Hel" }, { body_text: "Hello", revision: 2 }]);
});
