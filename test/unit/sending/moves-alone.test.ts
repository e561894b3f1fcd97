import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { updateBy, whichMay } from "#shared/sending/store/apply-transition.ts";
import type { SendCollection } from "#shared/sending/store/send-documents.ts";
import { transitions } from "#shared/sending/transitions.ts";

/** The compiler of moves with the marks of conversations, and the collection that takes these alone. */
const makers = ["apply-transition", "send-documents"].map((name) => `shared/sending/store/${name}.ts`);

describe("a store of sends", () => {
  it("writes moves of the domain's table: another update does not compile", () => {
    const written = async (sends: SendCollection) => {
      const one = { _id: {} as never };
      await sends.updateOne(one, updateBy(transitions.cancel));
      // @ts-expect-error a state of its own
      await sends.updateOne(one, { $set: { status: "queued" } });
      // @ts-expect-error a list of fields that go
      await sends.updateMany(one, [{ $unset: ["leaseToken"] }]);
      // @ts-expect-error fields that are known at run time only
      await sends.findOneAndUpdate(one, Object.fromEntries([]), {});
      // @ts-expect-error one of many
      await sends.bulkWrite([{ updateOne: { filter: one, update: { $set: { status: "queued" } } } }]);
    };
    expect(written).toBeTypeOf("function");
  });

  it("gets round that nowhere: the collection is named, and an update vouched for, in its makers alone", () => {
    const detours = globSync("shared/**/*.ts").flatMap((file) => {
      const found = readFileSync(file, "utf8").match(/\bas SendUpdate\b|\bas SendCollection\b|SendDocument>\("sends"\)/g) ?? [];
      return found.map((text) => [file, text] as const);
    });
    expect(new Set(detours.map(([file]) => file))).toEqual(new Set(makers));
  });

  it("may make a move without states from any", () => {
    expect(whichMay(transitions.noteReply)).toEqual({});
    expect(whichMay(transitions.renew)).toEqual({ status: { $in: ["processing", "sent"] } });
  });
});
