import { readFileSync } from "node:fs";
import { expect, expectTypeOf, it } from "vitest";
import { generatedClient, clientName } from "#infra/client/generate.ts";
import { type AcceptedEmail, createClient, type Message, type MessageList, type Pages, type Send } from "#shared/client/index.ts";
import { endpoints } from "#shared/client/generated.ts";
import { operations } from "#shared/service/operations.ts";

const client = createClient({ baseUrl: "https://api.test" });

it("the client in the repository is the one that the contract makes: run `npm run docs`", () => {
  expect(readFileSync("shared/client/generated.ts", "utf8")).toBe(generatedClient());
});

it("every operation has one method, but for pages that belong to a link or to the documentation", () => {
  const without = operations.filter((operation) => clientName(operation) === undefined).map(({ id }) => id);
  expect(without).toEqual([
    "suppressions/unsubscribe-page",
    "suppressions/unsubscribe",
    "docs/get-openapi",
    "docs/get-page",
    "docs/get-file",
  ]);
  expect(Object.keys(endpoints)).toHaveLength(operations.length - without.length);
});

it("every method that the types promise is there", () => {
  for (const name of Object.keys(endpoints)) {
    const [resource = "", method = ""] = name.split(".");
    expect((client as unknown as Record<string, Record<string, unknown>>)[resource]?.[method]).toBeTypeOf("function");
  }
});

it("answers and arguments are typed", () => {
  expectTypeOf(client.sends.create).returns.resolves.toEqualTypeOf<AcceptedEmail>();
  expectTypeOf(client.sends.get).returns.resolves.toEqualTypeOf<Send>();
  expectTypeOf(client.messages.list).returns.toEqualTypeOf<Pages<Message, MessageList>>();
  expectTypeOf(client.webhooks.delete).returns.resolves.toEqualTypeOf<void>();
  expectTypeOf(client.messages.getAttachment).returns.resolves.toEqualTypeOf<Response>();
  expectTypeOf(client.sends.create).parameter(0).toHaveProperty("scheduled_at").toEqualTypeOf<string | Date | undefined>();
  expectTypeOf<Send["scheduled_at"]>().toEqualTypeOf<string | undefined>();
});

it("a typo does not compile", () => {
  const mistakes = [
    // @ts-expect-error no such field
    () => client.sends.create({ mailbox_id: "m", to: "a@b.c", subject: "s", subjet: "typo" }),
    // @ts-expect-error the subject is missing
    () => client.sends.create({ mailbox_id: "m", to: "a@b.c" }),
    // @ts-expect-error no such state
    () => client.waitFor({ id: "s1" }, "done"),
    // @ts-expect-error no such filter
    () => client.messages.list({ kinds: "reply" }),
    // @ts-expect-error a call that bills nothing takes no key
    () => client.sends.cancel("s1", { idempotencyKey: "k" }),
  ];
  expect(mistakes).toHaveLength(5);
});
