import { byOf, type KeyInUse } from "#shared/accounts/auth/ports.ts";
import type { Threads } from "./ports.ts";

/** How long somebody is in a conversation after his page's last sign, ms; a page asks every twelve seconds. */
export const PRESENT_MS = 30_000;

/** Somebody who has a conversation open. */
export interface Present {
  /** By which others know him. */
  readonly name: string;
  readonly isWriting: boolean;
}

/** Who has which conversation open. */
export interface Presence {
  /** Says that somebody is in a conversation, and returns who else gave a sign within PRESENT_MS; one command. `id`: in two windows he is one. */
  sign(userId: string, threadId: string, me: Present & { readonly id: string }): Promise<readonly Present[]>;
}

/**
 * Says who asks to the others in a conversation, and returns them. Whoever may not see its mailbox is told of nobody, and nobody of him. Without a
 * conversation it asks nothing: the page of somebody who is alone in his account names none.
 */
export const presentIn = async (
  { threads, presence }: { readonly threads: Pick<Threads, "find">; readonly presence: Presence },
  key: KeyInUse,
  viewing: string | undefined,
  isWriting: boolean,
  mailboxIds: readonly string[] | undefined,
): Promise<readonly Present[]> => {
  const thread = viewing === undefined ? undefined : await threads.find(key.userId, viewing);
  if (!thread || (mailboxIds && !mailboxIds.includes(thread.mailboxId))) return [];
  return presence.sign(key.userId, thread.id, { id: key.member?.id ?? byOf(key), name: byOf(key), isWriting });
};
