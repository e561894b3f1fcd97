import { listSuppressions as operation } from "#shared/contract/suppressions.ts";
import type { Suppressions } from "#shared/domain/suppressions/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { suppressionOut } from "#shared/mapping/suppressions.ts";
import { gate, suppressions } from "#shared/runtime/store.ts";

/** GET /v1/suppressions. */
export const list = (ports: { gate: Gate; suppressions: Suppressions }) =>
  endpoint(ports.gate, operation, async ({ userId, query: { limit, offset, cursor, email, domain, reason } }) => ({
    suppressions: (await ports.suppressions.list(userId, { email: email ?? domain, reason }, { limit, offset, cursor })).map(
      suppressionOut,
    ),
    limit,
    offset,
  }));

export const handler = list({ gate, suppressions });
