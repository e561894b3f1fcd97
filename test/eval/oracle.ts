import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { differencesFromMailparser, reasonToDiffer } from "#test/support/mail-oracle.ts";
import { mutated } from "#test/unit/mail/read/oracle-mails.ts";

/** Part of `npm run eval`: our reader against mailparser, over 10,000 damaged mails of our own and over the collection where it is there. */
const COUNT = 10_000;
const cases = fileURLToPath(new URL("../../../shared/corpora/cases", import.meta.url));

const collection = (): Buffer[] =>
  ["bounces", "odd", "autoreplies", "bulk"].flatMap((file) => {
    const path = `${cases}/${file}.jsonl`;
    const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
    return lines.map((line) => Buffer.from((JSON.parse(line) as { readonly raw_base64: string }).raw_base64, "base64"));
  });

/** Counts the mails that both read the same, that differ for a reason on the list, and that differ without one. */
const compare = async (mails: readonly Buffer[]): Promise<{ same: number; explained: number; unexplained: number }> => {
  const counts = { same: 0, explained: 0, unexplained: 0 };
  for (const raw of mails) {
    const differs = (await differencesFromMailparser(raw)).length > 0;
    counts[differs ? (reasonToDiffer(raw) === "" ? "unexplained" : "explained") : "same"]++;
  }
  return counts;
};

/** Prints how far the two agree; 1 when damaged mail is read differently without a reason. */
export const judgeReader = async (): Promise<number> => {
  const damaged = await compare(mutated(COUNT));
  console.log(`${damaged.unexplained === 0 ? "pass" : "MISS"}  damaged mails read like mailparser: ${JSON.stringify(damaged)}`);
  console.log(`      collection read like mailparser: ${JSON.stringify(await compare(collection()))}`);
  return damaged.unexplained === 0 ? 0 : 1;
};
