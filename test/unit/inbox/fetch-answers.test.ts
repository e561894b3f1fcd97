import type { FetchMessageObject } from "imapflow";
import { describe, expect, it } from "vitest";
import { answersTo } from "#shared/transports/imap/mail-reader.ts";

const answer = (facts: Partial<FetchMessageObject>) => ({ seq: 1, ...facts }) as FetchMessageObject;
const kept = (uids: readonly number[], query: Parameters<typeof answersTo>[1], said: readonly FetchMessageObject[]) => {
  const answers = answersTo(uids, query);
  for (const one of said) answers.take(one);
  return answers.whole().map(({ uid }) => uid);
};

describe("the answers to a FETCH", () => {
  const source = Buffer.from("x");

  it("are those for what was asked; others are dropped as they arrive", () => {
    expect(
      kept(
        [3, 5],
        { source: true },
        [3, 4, 5, 6].map((uid) => answer({ uid, source })),
      ),
    ).toEqual([3, 5]);
  });

  it("without a UID are the one message's that was asked for, unless they only tell a flag", () => {
    expect(kept([3], { source: true }, [answer({ source })])).toEqual([3]);
    expect(kept([3, 5], { source: true }, [answer({ source })])).toEqual([]);
    expect(kept([3], {}, [answer({ flags: new Set() })])).toEqual([]);
  });

  it("are dropped beyond what a page may hold, so that they are asked for again, alone", () => {
    const large = Buffer.alloc(15 * 1024 * 1024);

    expect(
      kept(
        [1, 2, 3],
        { source: true },
        [1, 2, 3].map((uid) => answer({ uid, source: large })),
      ),
    ).toEqual([1, 2]);
  });
});
