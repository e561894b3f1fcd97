import type { RawAnswer } from "#shared/api/http/answer.ts";
import type { EndpointRequest } from "#shared/api/http/endpoint.ts";
import { notFound, unauthorized } from "#shared/platform/errors.ts";
import type { gmailHook, graphHook } from "../contract/hooks.ts";
import type { SyncQueue } from "../ports/polls.ts";
import { mailboxIn, proofOf, type Hints } from "./renew-watches.ts";

/** The dependencies of the providers' hooks; when `isOn` is false the hooks answer 404. */
export interface HookPorts {
  readonly hints: Pick<Hints, "proven" | "take" | "hurry">;
  readonly syncQueue: SyncQueue;
  readonly isOn: () => boolean;
}

/** Who signed a call of Pub/Sub: the project of its service account; undefined for any other caller. */
export type SignedBy = (authorization: string | undefined) => Promise<string | undefined>;

/** Nothing more is learned from an answer than that the call was taken: a proof that is wrong gets the same. */
const TAKEN: RawAnswer = { status: 202, headers: {}, body: "" };

const poll = async ({ hints, syncQueue }: HookPorts, mailboxIds: readonly string[]): Promise<void> => {
  for (const { delaySeconds, ...mailbox } of await hints.take(mailboxIds)) await syncQueue.add([mailbox], delaySeconds);
};

/** The most mailboxes of one call of Graph that are looked at; the others' mail is found by their polls. */
const MAILBOXES_MAX = 100;

/** The proofs in a call's notifications, each once, and whether one of its is about the subscription's life. */
const toldIn = ({ value = [] }: EndpointRequest<typeof graphHook>["body"]) => {
  const told = new Map<string, { readonly mailboxId: string; readonly proof: string; readonly isOfLife: boolean }>();
  for (const { clientState = "", lifecycleEvent } of value) {
    const mailboxId = mailboxIn(clientState);
    if (mailboxId === undefined || (told.size === MAILBOXES_MAX && !told.has(clientState))) continue;
    const isOfLife = lifecycleEvent !== undefined || told.get(clientState)?.isOfLife === true;
    told.set(clientState, { mailboxId, proof: proofOf(clientState), isOfLife });
  }
  return [...told.values()];
};

/**
 * Answers Graph's validation request, and polls the mailboxes that valid notifications name. Lifecycle events also renew the watch, because Graph
 * does not repeat notifications that it missed.
 */
export const takeGraphHints = async (ports: HookPorts, { query, body }: EndpointRequest<typeof graphHook>): Promise<RawAnswer> => {
  if (!ports.isOn()) throw notFound("Path");
  // As text, with the header against guessing that every answer has: what a stranger put into it is not shown as a page.
  if (query.validationToken !== undefined) return { status: 200, headers: { "content-type": "text/plain" }, body: query.validationToken };
  const told = toldIn(body);
  const proven = await ports.hints.proven(told.map(({ mailboxId, proof }) => ({ mailboxId, proof })));
  const ending = proven.filter((id) => told.some(({ mailboxId, isOfLife }) => isOfLife && mailboxId === id));
  if (ending.length > 0) await ports.hints.hurry(ending);
  await poll(ports, proven);
  return TAKEN;
};

/** Polls the mailbox that a signed Pub/Sub call names, if it is watched under a topic of the signer's project; 401 for any other caller. */
export const takeGmailHints = async (
  ports: HookPorts & { readonly signedBy: SignedBy },
  { headers, body }: EndpointRequest<typeof gmailHook>,
): Promise<RawAnswer> => {
  if (!ports.isOn()) throw notFound("Path");
  const project = await ports.signedBy(headers["authorization"]);
  if (project === undefined) throw unauthorized("The token is not one of Pub/Sub for this address");
  const address = addressIn(body.message?.data ?? "");
  if (address !== undefined) await poll(ports, await ports.hints.proven({ address, project }));
  return TAKEN;
};

/** The address in a notification: `{"emailAddress": …, "historyId": …}` in base64url (Gmail API, "Push notifications"). */
const addressIn = (data: string): string | undefined => {
  try {
    const told: unknown = JSON.parse(Buffer.from(data, "base64url").toString());
    const { emailAddress } = told as { readonly emailAddress?: unknown };
    return typeof emailAddress === "string" && emailAddress.length <= 320 ? emailAddress.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
};
