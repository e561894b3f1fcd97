import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SendEndedError, TimeoutError } from "#shared/client/index.ts";
import { scriptedService } from "./scripted-service.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const at = (status: string, last_error = "") => ({ status: 200, body: { id: "s1", status, last_error } });

/** What waiting for a send came to, its pauses passing at once. */
const waited = async (states: readonly ReturnType<typeof at>[], withinMs?: number) => {
  const { client } = scriptedService(states);
  const result = client.waitFor({ id: "s1" }, "sent", { withinMs }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return result;
};

it("answers the send once it has the state", async () => {
  expect(await waited([at("queued"), at("processing"), at("sent")])).toMatchObject({ status: "sent" });
});

it("throws when the send ended otherwise, with the reason", async () => {
  const error = await waited([at("queued"), at("failed", "550 no such user")]);
  expect(error).toBeInstanceOf(SendEndedError);
  expect(error).toMatchObject({ message: "The send is failed, not sent: 550 no such user", send: { id: "s1" } });
});

it("throws when the time is over", async () => {
  const error = await waited([at("scheduled")], 1_000);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ message: "The send is still scheduled" });
});
