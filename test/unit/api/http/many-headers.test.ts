import * as z from "zod/mini";
import { expect, it } from "vitest";
import { fieldProblems } from "#shared/api/field-errors.ts";
import { email } from "#shared/sending/contract/send-email.ts";

it.each([51, 130_000])("refuses %i headers with one problem, however bad each is", (count) => {
  const headers = Object.fromEntries(Array.from({ length: count }, (_, i) => [`Bcc${i}`, 1]));
  const body = { mailbox_id: "655f1c2e9b1e8a00123456aa", to: "a@b.test", subject: "x", body_text: "x", headers };
  const parsed = z.safeParse(email, body);

  expect(parsed.error && fieldProblems(parsed.error, body)).toEqual([
    { asSent: true, field: "headers", message: "must have at most 50 headers" },
  ]);
});

it("refuses 130,000 unknown fields by naming a thousand of them", () => {
  const body = Object.fromEntries(Array.from({ length: 130_000 }, (_, i) => [`field${i}`, 1]));
  const parsed = z.safeParse(email, body);

  expect(parsed.error && fieldProblems(parsed.error, body).length).toBe(1_000);
});
