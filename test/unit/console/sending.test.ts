// oxlint-disable-next-line import/no-unassigned-import -- it runs before the modules that need it
import "./in-browser.ts";
import { describe, expect, it } from "vitest";
import type { Batch, BatchAnswer, BatchResult } from "#shared/client/index.ts";
import { digestOf, forgetKey, keyFor, type Store } from "#shared/console/screens/compose/use-batch.ts";
import { chunksOf, dryRun, earliestLast, faultyFields, isAccepted, refusals, sendAll } from "#shared/console/screens/compose/sending.ts";
import type { Sequence } from "#shared/console/screens/compose/draft.ts";

const sequences = (count: number): readonly Sequence[] =>
  Array.from({ length: count }, (_, line) => ({
    line,
    to: `r${line}@x.test`,
    emails: [{ mailbox_id: "m", to: `r${line}@x.test`, subject: "s", body_text: "t" }],
  }));

const accepted = (index: number): BatchResult => ({ index, to: "", id: `id${index}`, status: "queued", error: "" });
const refused = (index: number, field: string): BatchResult => {
  const message = "is required";
  return { index, to: "", id: "", status: "failed", error: `${field}: ${message}`, type: "invalid_fields", details: [{ field, message }] };
};
const answer = ({ emails }: Batch, estimate?: BatchAnswer["estimate"]): BatchAnswer => ({
  results: emails.map((_, index) => accepted(index)),
  total: emails.length,
  ...(estimate && { estimate }),
});

describe("a dry run", () => {
  it("adds up all batches, and says that the last email leaves later than it can see", async () => {
    const leaves = ["2026-12-01T09:00:00.000Z", "2026-12-03T09:00:00.000Z", "2026-12-02T09:00:00.000Z"];
    const done: number[] = [];

    const forecast = await dryRun(
      async (batch) =>
        answer(batch, { credits: batch.emails.length, balance: 2_000, is_covered: true, last_leaves_at: leaves[done.length]! }),
      chunksOf(sequences(2_500)),
      (count) => done.push(count),
    );

    expect(forecast).toMatchObject({ credits: 2_500, balance: 2_000, isCovered: false, lastLeavesAt: leaves[1], isEarliest: true });
    expect(forecast.judged.map(({ sequence }) => sequence.line)).toEqual(sequences(2_500).map(({ line }) => line));
    expect(done).toEqual([1, 2, 3]);
  });

  it.each([true, false])("of a session that is not told the wallet says whether it suffices: %s", async (is_covered) => {
    const post = async (batch: Batch) => answer(batch, { credits: batch.emails.length, is_covered });

    const forecast = await dryRun(post, chunksOf(sequences(1_500)), () => undefined);

    expect(forecast).toMatchObject({ credits: 1_500, balance: undefined, isCovered: is_covered });
  });

  it("never sends", async () => {
    const batches: Batch[] = [];
    await dryRun(
      async (batch) => (batches.push(batch), answer(batch)),
      chunksOf(sequences(1_500)),
      () => undefined,
    );

    expect(batches.map((batch) => batch.dry_run)).toEqual([true, true]);
  });
});

describe("what the service refused", () => {
  const [first, second] = sequences(2);

  it("is told row by row", () => {
    const judged = { sequence: first!, results: [refused(0, "to"), refused(1, "to")] };

    expect([isAccepted(judged), refusals(judged)]).toEqual([false, ["to is required"]]);
  });

  it("is the first email's fault, not told again for the follow-ups that fall with it", () => {
    const judged = { sequence: first!, results: [refused(0, "to"), { ...refused(1, "follows"), details: undefined as never }] };

    expect(refusals(judged)).toEqual(["to is required"]);
  });

  it("stands at the form's field when every row has it", () => {
    const judged = [
      { sequence: first!, results: [refused(0, "subject")] },
      {
        sequence: second!,
        results: [{ ...refused(1, "subject"), details: [...refused(1, "subject").details!, ...refused(1, "to").details!] }],
      },
    ];

    expect(faultyFields(judged)).toEqual({ "0.subject": "is required" });
  });
});

describe("sending", () => {
  const chunks = chunksOf(sequences(2_500));
  const begun = { judged: [], chunks: 0 };

  it("gives each batch the same key again after a failure, and goes on where it stopped", async () => {
    const keys: (string | undefined)[] = [];
    let fails = true;
    const post = async (batch: Batch, options?: { idempotencyKey?: string }) => {
      keys.push(options?.idempotencyKey);
      if (keys.length === 2 && fails) throw new Error("connection lost");
      return answer(batch);
    };
    let progress = await new Promise<typeof begun>((resolve) => {
      let latest = begun;
      sendAll(post, chunks, "k", begun, (now) => (latest = now as typeof begun)).catch(() => resolve(latest));
    });
    fails = false;

    progress = (await sendAll(post, chunks, "k", progress, () => undefined)) as typeof begun;

    expect(keys).toEqual(["k-0", "k-1", "k-1", "k-2"]);
    expect([progress.chunks, progress.judged.length]).toEqual([3, 2_500]);
  });

  it("takes the account's draft away with the last batch", async () => {
    const drafts: Batch["from_draft"][] = [];
    const post = async (batch: Batch) => {
      drafts.push(batch.from_draft);
      return answer(batch);
    };
    await sendAll(post, chunks, "k", begun, () => undefined, { id: "d", revision: 4 });
    expect(drafts).toEqual([
      { id: "d", revision: 4, more: true },
      { id: "d", revision: 4, more: true },
      { id: "d", revision: 4 },
    ]);
  });
});

describe("the key of a batch", () => {
  const store = (): Store => {
    const kept = new Map<string, string>();
    return {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, text) => void kept.set(name, text),
      removeItem: (name) => void kept.delete(name),
    };
  };

  it("stays the same for the same content for a day, so that a reload sends nothing twice", async () => {
    const place = store();
    const [one, other] = await Promise.all([digestOf([{ to: "a" }]), digestOf([{ to: "b" }])]);

    const key = keyFor(place, one, 0);

    expect(keyFor(place, other, 1)).not.toBe(key);
    expect(keyFor(place, one, 86_399_999)).toBe(key);
    expect(keyFor(place, one, 86_400_000)).not.toBe(key);
  });

  it("is another once all was answered", () => {
    const place = store();
    const key = keyFor(place, "d", 0);
    forgetKey(place, "d");

    expect(keyFor(place, "d", 0)).not.toBe(key);
  });

  it("is made anew when the store holds nonsense", () => {
    const place = store();
    place.setItem("console-batch-d", "{");

    expect(keyFor(place, "d", 0)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("the forecast of several batches", () => {
  it("is not before the daily limit allows", () => {
    expect(earliestLast(1_001, 500, 0)).toBe(new Date(2 * 86_400_000).toISOString());
    expect(earliestLast(500, 500, 0)).toBe(new Date(0).toISOString());
  });
});
