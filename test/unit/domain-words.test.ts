import { readFileSync } from "node:fs";
import { parseSync } from "@swc/core";
import { toJSONSchema } from "zod/mini";
import { expect, it } from "vitest";
import { operations } from "#shared/service/operations.ts";
import { rules } from "#test/support/rooms.ts";
import type { Operation } from "#shared/api/operation.ts";

/** Files that speak RFC 6749's and OpenID's own words, and the table of events, whose sentences the API publishes. */
const others = [
  "mailboxes/oauth/oauth",
  "mailboxes/oauth/oauth-providers",
  "accounts/oauth/authorize",
  "accounts/oauth/client-metadata",
  "accounts/oauth/tokens",
  "events/event",
].map((name) => `shared/${name}.ts`);

const walk = (node: unknown, visit: (node: Record<string, unknown>) => void): void => {
  if (typeof node !== "object" || node === null) return;
  visit(node as Record<string, unknown>);
  for (const child of Object.values(node)) walk(child, visit);
};

/** The names of every request's fields that the domain would spell otherwise. */
const wireNames = new Set<string>();
for (const { params, query, body } of operations as readonly Operation[]) {
  for (const schema of [params, query, body]) {
    if (schema === undefined) continue;
    walk(toJSONSchema(schema, { unrepresentable: "any", io: "input" }), ({ properties }) => {
      if (typeof properties === "object" && properties !== null)
        for (const name of Object.keys(properties)) if (name.includes("_")) wireNames.add(name);
    });
  }
}

const startOrEndOfName = (part: string) => [...wireNames].some((name) => name.startsWith(part) || name.endsWith(part));

/** The strings of a source that name a field of a request, whole or as the start or end of a template. */
const wireWordsOf = (source: string): readonly string[] => {
  const found: string[] = [];
  walk(parseSync(source, { syntax: "typescript", target: "esnext" }), ({ type, value, cooked }) => {
    if (type !== "StringLiteral" && type !== "TemplateElement") return;
    const words = String(type === "StringLiteral" ? value : cooked).split(/[^a-z_]+/);
    found.push(...words.filter((word) => wireNames.has(word) || (/^_[a-z]|[a-z]_$/.test(word) && startOrEndOfName(word))));
  });
  return found;
};

it("sees a field of the wire in a source", () => {
  expect([...wireNames]).toEqual(expect.arrayContaining(["smtp_password", "imap_host", "mailbox_id", "ip_id", "refresh_token"]));
  expect(wireWordsOf('const field = "smtp_password", text = "give ip_id again";')).toEqual(["smtp_password", "ip_id"]);
  expect(wireWordsOf("const field = `${protocol}_host`, text = `an ${x} ip_id`;")).toEqual(["_host", "ip_id"]);
});

it("rules name no field of a request as the wire does: wire.ts alone knows those names", () => {
  const files = rules().filter((file) => !others.includes(file));
  const spoken = files.flatMap((file) => wireWordsOf(readFileSync(file, "utf8")).map((word) => `${file}: ${word}`));
  expect(spoken).toEqual([]);
});
