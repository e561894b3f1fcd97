import type { RateLimits, TokenBucket } from "#shared/accounts/auth/request-ports.ts";
import { networkOf } from "#shared/accounts/auth/source-network.ts";
import { Refusal } from "#shared/platform/errors.ts";
import { type OutsideCalls, waitingOutside } from "#shared/api/http/outside.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import type { Operation } from "#shared/api/operation.ts";
import type { EndpointRequest } from "#shared/api/http/endpoint.ts";

/**
 * The limits of attempts to connect by links, as fractions of an account's requests: per link 10 at once, then one a minute; per address 25, then two
 * a minute; per account 50, then one a second.
 */
const PARTS = { link: { burst: 5, rate: 600 }, address: { burst: 2, rate: 300 }, account: { burst: 1, rate: 10 } } as const;

/** The ports of the limits. */
export interface LimitPorts {
  readonly rateLimits: RateLimits;
  readonly accountBucket: () => TokenBucket;
  readonly outsideCalls: OutsideCalls;
}

/** Whether an attempt exceeds a limit of its link, the client's address or the account (S20 in SECURITY.md). */
const isBeyond = async ({ rateLimits, accountBucket }: LimitPorts, of: Readonly<Record<keyof typeof PARTS, string>>): Promise<boolean> => {
  const { burst, perSecond } = accountBucket();
  for (const [name, part] of Object.entries(PARTS)) {
    const bucket = { burst: Math.ceil(burst / part.burst), perSecond: perSecond / part.rate };
    if ((await rateLimits.take(`connect-${name}:${of[name as keyof typeof PARTS]}`, bucket)).wait > 0) return true;
  }
  return false;
};

/**
 * Runs work that calls servers of the owner's choice, within the rate limits and the account's slots for such calls; beyond them returns `limited`'s
 * answer.
 */
export const withinLimits = async <O extends Operation>(
  ports: LimitPorts,
  request: EndpointRequest<O>,
  link: { readonly id: string; readonly userId: string },
  work: () => Promise<RawAnswer>,
  limited: () => RawAnswer,
): Promise<RawAnswer> => {
  const { userId } = link;
  if (await isBeyond(ports, { link: link.id, address: networkOf(request.sourceIp), account: userId })) return limited();
  try {
    return (await waitingOutside<Operation>(ports.outsideCalls, work)({ ...request, userId })) as RawAnswer;
  } catch (error) {
    if (error instanceof Refusal && (error.reason === "tooManyRequests" || error.reason === "unavailable")) return limited();
    throw error;
  }
};
