import { inviteMemberAgain as operation, invitedOut } from "#shared/accounts/contract/members.ts";
import { inviteAgain } from "#shared/accounts/members.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { invitationUrl } from "#shared/accounts/wiring/oauth.ts";
import { members } from "#shared/accounts/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { members, clock, ids };

/** POST /v1/members/{id}/invitation. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ key, params }) => invitedOut(await inviteAgain(ports, key, params.id), clock.now(), invitationUrl)),
);
