import { createMember as operation, invitedOut, newMemberIn } from "#shared/accounts/contract/members.ts";
import { inviteMember } from "#shared/accounts/members.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { invitationUrl } from "#shared/accounts/wiring/oauth.ts";
import { members } from "#shared/accounts/wiring/stores.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { members, mailboxes, clock, ids };

/** POST /v1/members. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ key, body }) => invitedOut(await inviteMember(ports, key, newMemberIn(body)), clock.now(), invitationUrl)),
);
