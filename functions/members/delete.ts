import { deleteMember as operation } from "#shared/accounts/contract/members.ts";
import { removeMember } from "#shared/accounts/members.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { members } from "#shared/accounts/wiring/stores.ts";
import { log } from "#shared/platform/log.ts";
import { logWithdrawal } from "#shared/suppressions/unsubscribe.ts";

/** DELETE /v1/members/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, params }) => {
    await removeMember({ members }, key, params.id);
    logWithdrawal(log, { what: "member", userId, id: params.id });
    return undefined;
  }),
);
