import { describe, expect, it } from "vitest";
import { agreedUids, latestUids } from "#shared/inbox/pull/window.ts";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import type { Among, MailSession } from "#shared/inbox/ports/mail-session.ts";

/** A session on a folder of so many messages, whose searches are answered in turn; then as they should be. */
const aSession = (count: number, answers: readonly (readonly number[])[] = []) => {
  const asked: Among[] = [];
  const search = async (among: Among) => {
    asked.push(among);
    const honest =
      "numbers" in among ? Array.from({ length: among.numbers[1] - among.numbers[0] + 1 }, (_, i) => among.numbers[0] + i) : [1, 2, 3];
    return answers[asked.length - 1] ?? honest;
  };
  return { asked, session: { count: () => count, search } as unknown as MailSession };
};
const since = new Date(0);

describe("a search since a day", () => {
  it("is believed when two answers in a row are the same", async () => {
    const { asked, session } = aSession(3, [[1, 3], [1, 2], [], [1, 2, 3]]);

    expect(await agreedUids(session, 0, 3, since)).toEqual([1, 2, 3]);
    expect(asked).toHaveLength(5);
  });

  it("is an error when no two are", async () => {
    const { session } = aSession(3, [[], [1], [], [2], [], [3]]);

    await expect(agreedUids(session, 0, 3, since)).rejects.toThrow(ServerDisagrees);
  });
});

describe("the UIDs of a folder's end", () => {
  it("are those of its last 200 messages, or of as many as reach down to what is known", async () => {
    const [few, down, all] = [aSession(5_000), aSession(5_000), aSession(150)];

    expect(await latestUids(few.session, 4_900)).toHaveLength(200);
    expect((await latestUids(down.session, 3_000))[0]).toBeLessThanOrEqual(3_000);
    expect(await latestUids(all.session, 1)).toHaveLength(150);
    expect([few, down, all].map(({ asked }) => asked.length)).toEqual([1, 3, 1]);
  });

  it("are asked for again when the answer names fewer messages than there are, and then an error", async () => {
    const [once, always] = [
      aSession(3, [[1, 3]]),
      aSession(
        3,
        Array.from({ length: 9 }, () => []),
      ),
    ];

    expect(await latestUids(once.session, 1)).toEqual([1, 2, 3]);
    await expect(latestUids(always.session, 1)).rejects.toThrow(ServerDisagrees);
  });

  it("never end in more than can be held", async () => {
    const { asked, session } = aSession(4_000_000_000);

    await expect(latestUids(session, 0)).rejects.toThrow(ServerDisagrees);
    expect(asked.every((among) => "numbers" in among && among.numbers[1] - among.numbers[0] < 100_000)).toBe(true);
  });
});
