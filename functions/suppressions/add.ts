import { addSuppressions as operation } from "#shared/contract/suppressions.ts";
import type { Suppressions } from "#shared/domain/suppressions/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { suppressionOut } from "#shared/mapping/suppressions.ts";
import { gate, suppressions } from "#shared/runtime/store.ts";

/** POST /v1/suppressions. */
export const add = (ports: { gate: Gate; suppressions: Suppressions }) =>
  endpoint(ports.gate, operation, async ({ userId, body }) => ({
    suppressions: (await ports.suppressions.add(userId, [...(body.emails ?? []), ...(body.domains ?? [])])).map(suppressionOut),
  }));

export const handler = add({ gate, suppressions });
