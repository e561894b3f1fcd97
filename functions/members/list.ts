import { listMembers as operation, memberOut } from "#shared/accounts/contract/members.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { members } from "#shared/accounts/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

/** GET /v1/members. */
export const handler = endpoint(operation, async ({ userId }) =>
  (await members.list(userId)).map((member) => memberOut(member, clock.now())),
);
