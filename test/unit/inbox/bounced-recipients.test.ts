import { expect, it } from "vitest";
import { bouncedRecipients } from "#shared/domain/inbox/store/bounced-recipients.ts";

const concerns = { toEmail: "Jane@peer.test" } as never;
const bounce = (recipients: readonly { email: string; failed: boolean }[]) => ({ recipients, final: true }) as never;

it("suppresses nobody for what stamps no send as bounced", () => {
  expect(bouncedRecipients({ concerns, bounce: bounce([{ email: "jane@peer.test", failed: true }]) })).toEqual([]);
  expect(bouncedRecipients({ stamp: "bounced", bounce: bounce([]) })).toEqual([]);
  expect(bouncedRecipients({ concerns, stamp: "replied" })).toEqual([]);
});

it("suppresses a send's only recipient, also where the notice names the address behind it", () => {
  expect(bouncedRecipients({ concerns, stamp: "bounced", bounce: bounce([{ email: "jane@inner.test", failed: true }]) })).toEqual([
    "Jane@peer.test",
  ]);
});
