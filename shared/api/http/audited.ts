import type { Operation } from "../operation.ts";
import { type Concerned, type NewAuditEntry, type AuditLog, recordRefusal, userAgentIn } from "#shared/accounts/audit-log.ts";
import type { RateLimits } from "#shared/accounts/auth/request-ports.ts";
import { Refusal } from "#shared/platform/errors.ts";
import type { Log } from "#shared/platform/ports.ts";
import type { EndpointRequest, Run } from "./endpoint.ts";

/** What recording an entry needs. */
export interface AuditDeps {
  readonly auditLog: Pick<AuditLog, "record">;
  readonly rateLimits: RateLimits;
  readonly log: Log;
  /** True when the error says that the database cannot be reached. */
  isOutage(error: unknown): boolean;
}

/** The handler of an audited operation; it calls `concerns` with the account and key when the request has no key that tells them. */
export type AuditedRun<O extends Operation> = (
  request: EndpointRequest<O> & { readonly concerns: (whom: Concerned) => void },
) => ReturnType<Run<O>>;

const idIn = (value: unknown): string | undefined => {
  const id = (value as { readonly id?: unknown } | undefined)?.id;
  return typeof id === "string" ? id : undefined;
};

/** The names of the given fields: those of the body and of the query. */
const namesIn = ({ query, body }: { readonly query: unknown; readonly body: unknown }): readonly string[] => [
  ...Object.entries(body ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  ...Object.entries(query ?? {}).flatMap(([name, value]) => (value === true ? [name] : [])),
];

/**
 * `run` with an audit entry about its outcome, under the action that the table of operations names; `auditsMembers`: of members' requests alone. The
 * entry is written after the change is committed, which may have included calls to foreign servers. When the entry cannot be written it is logged and
 * the client still gets its answer, because the change is made.
 */
export const audited = <O extends Operation>(deps: AuditDeps, operation: O, run: AuditedRun<O>): Run<O> => {
  const { auditsMembers, auditsRefusals } = operation;
  const action = operation.audited ?? auditsMembers;
  if (action === undefined) throw new Error(`the audit log has no word for ${operation.id}`);
  const record = (entry: NewAuditEntry, write: () => Promise<void>): Promise<void> =>
    write().catch((error: unknown) => deps.log.error("audit entry not written", { ...entry, error }));

  return async (request) => {
    const { key, params, sourceIp, headers } = request;
    if (operation.audited === undefined && !key.member) return run({ ...request, concerns: () => {} });
    let whom: Concerned = key.id === "" ? {} : { userId: key.userId, keyId: key.id, memberId: key.member?.id };
    const concerns = (found: Concerned): void => {
      whom = { ...whom, ...found };
    };
    const entryOf = (outcome: NewAuditEntry["outcome"], answer?: unknown): NewAuditEntry => ({
      userId: whom.userId,
      action,
      outcome,
      operation: operation.id,
      keyId: whom.keyId,
      memberId: whom.memberId,
      // An answer is a send of its own, beside the one in the path.
      resourceId: (auditsMembers && idIn(answer)) ?? idIn(params) ?? idIn(answer) ?? whom.resourceId ?? whom.keyId,
      fields: key.id === "" ? [] : namesIn(request),
      sourceIp,
      userAgent: userAgentIn(headers),
    });
    const recordFailure = async (error: unknown): Promise<void> => {
      const isRefused = error instanceof Refusal;
      const entry = entryOf(isRefused ? "refused" : "failed");
      if (isRefused && auditsRefusals && error.reason === "unauthorized")
        await record(entry, () => recordRefusal(deps, entry, whom.email ?? ""));
      // A login that failed before its account was found belongs to no account's log.
      if (isRefused || entry.userId === undefined) return;
      // When the database is unavailable, the entry cannot be stored either, and the client has already waited for it.
      await record(entry, () => (deps.isOutage(error) ? Promise.reject(error) : deps.auditLog.record(entry)));
    };
    const answer = await run({ ...request, concerns }).catch(async (error: unknown) => {
      await recordFailure(error);
      throw error;
    });
    const entry = entryOf("done", answer);
    await record(entry, () => deps.auditLog.record(entry));
    return answer;
  };
};
