import { describe, expect, it } from "vitest";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { faultsOf, givenMails, readingOf } from "#test/support/given-mails.ts";

describe("mail of public bug reports is read right", () => {
  it.each(givenMails.map((mail) => [mail.id, mail] as const))("%s", (_, { raw, expect: expected, parent }) => {
    expect(faultsOf(expected, readingOf(parseMessage(Buffer.from(raw, "latin1")), parent))).toEqual([]);
  });
});
