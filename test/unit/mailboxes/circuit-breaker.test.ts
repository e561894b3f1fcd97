import { expect, it } from "vitest";
import { MailFailure, type MailFailureReason } from "#shared/mailboxes/connection/mail-failure.ts";
import type { SmtpAccount } from "#shared/mailboxes/mailbox.ts";
import { judgeNoConnection } from "#shared/sending/deliver/outcome.ts";
import { CircuitOpen, withCircuitBreaker, CIRCUIT_OPEN_MS } from "#shared/mailboxes/connection/circuit-breaker.ts";

const account = (username: string, facts: Partial<SmtpAccount> = {}): SmtpAccount => ({
  host: "smtp.example.com",
  port: 465,
  secure: "tls",
  username,
  credential: { password: "" },
  ...facts,
});

/** Submissions over servers that fail as told, on a clock that only they move. */
const rig = () => {
  const server: { fails?: MailFailureReason; tookMs: number } = { tookMs: 30_000 };
  let [now, asked] = [Date.parse("2026-11-22T08:00:00Z"), 0];
  const open = withCircuitBreaker<SmtpAccount, [], void>(
    async () => {
      asked += 1;
      now += server.tookMs;
      if (server.fails) throw new MailFailure("SMTP", server.fails);
    },
    { now: () => new Date(now) },
  );
  /** What an attempt brings: "connected", the failure's reason, or "circuit open" when nobody was asked. */
  const attempt = async (username: string, facts?: Partial<SmtpAccount>) => {
    const before = asked;
    const outcome = await open(account(username, facts)).then(
      () => "connected",
      (error: unknown) => (error instanceof CircuitOpen ? "circuit open" : (error as MailFailure).reason),
    );
    expect(asked - before).toBe(outcome === "circuit open" ? 0 : 1);
    return outcome;
  };
  return { server, attempt, pass: (ms: number) => void (now += ms) };
};

it("a host that kept two mailboxes waiting is not asked for the others, until two minutes have passed", async () => {
  const { server, attempt, pass } = rig();
  server.fails = "unreachable";

  expect([await attempt("a"), await attempt("b"), await attempt("c"), await attempt("a")]).toEqual([
    "unreachable",
    "unreachable",
    "circuit open",
    "circuit open",
  ]);
  expect(await attempt("c", { host: "smtp.example.net" })).toBe("unreachable");
  pass(CIRCUIT_OPEN_MS - 1 - server.tookMs);
  expect(await attempt("c")).toBe("circuit open");
  pass(1);
  expect([await attempt("c"), await attempt("d")]).toEqual(["unreachable", "circuit open"]);
});

it("a host that answers again is asked by everybody at once", async () => {
  const { server, attempt, pass } = rig();
  server.fails = "unreachable";
  await attempt("a");
  await attempt("b");
  pass(CIRCUIT_OPEN_MS);
  delete server.fails;

  expect([await attempt("c"), await attempt("d")]).toEqual(["connected", "connected"]);
});

it.each([undefined, "refused"] as const)("a word of the host between two silences (%s) clears it", async (word) => {
  const { server, attempt } = rig();
  const fails: (MailFailureReason | undefined)[] = ["unreachable", word, "unreachable", "unreachable"];
  for (const [n, reason] of fails.entries()) {
    if (reason) server.fails = reason;
    else delete server.fails;
    expect(await attempt(`${n}`)).toBe(reason ?? "connected");
  }
});

it.each([
  ["one mailbox alone, however often", "unreachable", 30_000, ["a", "a", "a"]],
  ["failures that come quickly", "unreachable", 4_999, ["a", "b", "c"]],
  ["refusals, however late", "refused", 30_000, ["a", "b", "c"]],
] as const)("spares nobody after %s", async (_, fails, tookMs, usernames) => {
  const { server, attempt } = rig();
  Object.assign(server, { fails, tookMs });
  for (const username of usernames) expect(await attempt(username)).toBe(fails);
});

it("knows nothing of hosts behind a proxy", async () => {
  const { server, attempt } = rig();
  server.fails = "unreachable";
  const proxy = { url: "socks5://127.0.0.1:1080" } as unknown as NonNullable<SmtpAccount["proxy"]>;
  for (const username of ["a", "b", "c"]) expect(await attempt(username, { proxy })).toBe("unreachable");
  expect(await attempt("d")).toBe("unreachable");
});

it("a send waits two minutes where the circuit is open and spends no attempt", () => {
  const circumstances = { mailbox: { status: "active", statusSince: new Date(0) }, now: new Date(), random: 0.5 } as const;

  expect(judgeNoConnection({ kind: "circuitOpen" }, { attempts: 12, maxAttempts: 12 }, circumstances)).toMatchObject({
    kind: "wait",
    afterMs: CIRCUIT_OPEN_MS,
  });
});
