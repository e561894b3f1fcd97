import { memberChangesIn, memberOut, patchMember as operation } from "#shared/accounts/contract/members.ts";
import { changeMember } from "#shared/accounts/members.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { members } from "#shared/accounts/wiring/stores.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { members, mailboxes, clock, ids };

/** PATCH /v1/members/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ key, params, body }) =>
    memberOut(await changeMember(ports, key, params.id, memberChangesIn(body)), clock.now()),
  ),
);
