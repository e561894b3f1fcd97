import { describe, expect, it } from "vitest";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { differencesFromMailparser, reasonToDiffer } from "#test/support/mail-oracle.ts";
import { mutated, oracleMails } from "./oracle-mails.ts";

/** The full count runs with `npm run eval`. */
const COUNT = 600;

describe("our reader and mailparser", () => {
  it("read the same headers, texts and attachments in whole mails", async () => {
    const differences = await Promise.all(oracleMails.map(differencesFromMailparser));

    expect(differences.flat()).toEqual([]);
  });

  it("read the same in damaged mails, or the difference has its reason", async () => {
    const mails = mutated(COUNT);

    const differences = await Promise.all(mails.map(differencesFromMailparser));

    const unexplained = mails.flatMap((raw, i) =>
      differences[i]!.length > 0 && reasonToDiffer(raw) === "" ? [[raw.toString(), ...differences[i]!].join("\n")] : [],
    );
    expect(unexplained).toEqual([]);
    expect(differences.filter((found) => found.length === 0).length).toBeGreaterThan(COUNT * 0.7);
  });

  it("take an address for one when a bracket of the two is missing", () => {
    for (const from of ["Jane Doe jane@example.com>", "Jane Doe <jane@example.com"])
      expect(parseMessage(Buffer.from(`From: ${from}\n\nHi`)).from).toEqual({ name: "Jane Doe", email: "jane@example.com" });
  });
});
