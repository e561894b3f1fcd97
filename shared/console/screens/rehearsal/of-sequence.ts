import type { RehearsedEmail, Sequence } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";

/** How many people, and emails of a rehearsal, are read. */
const READ_MAX = 2_000;
const PAGE = 200;
/** The most mailboxes that a rehearsal can be narrowed to. */
const MAILBOXES_MAX = 50;

/** A sequence to rehearse: its emails that wait, and the mailboxes that send them. */
export interface OfSequence {
  readonly sequence: Sequence;
  readonly sendIds: ReadonlySet<string>;
  readonly mailboxIds: readonly string[];
}

const readSequence = async (id: string): Promise<OfSequence> => {
  const sequence = await client.sequences.get(id);
  const sendIds = new Set<string>();
  const mailboxIds = new Set<string>();
  let people = 0;
  for await (const { mailbox_id, steps } of client.sequences.listRecipients(id, { limit: PAGE })) {
    if (people >= READ_MAX) break;
    people += 1;
    mailboxIds.add(mailbox_id);
    for (const { send_id } of steps) sendIds.add(send_id);
  }
  return { sequence, sendIds, mailboxIds: mailboxIds.size > MAILBOXES_MAX ? [] : [...mailboxIds] };
};

/** The sequence that the address names; undefined for none. */
export const useOfSequence = (id: string | undefined) =>
  useRecord<OfSequence>(["sequences", id ?? "", "rehearsal"], id === undefined ? undefined : () => readSequence(id));

/** A rehearsal's emails; those of a sequence alone where one is looked at. */
export const readEmails = async (id: string, sendIds: ReadonlySet<string> | undefined) => {
  const emails: RehearsedEmail[] = [];
  for (let start: number | undefined = 0; start !== undefined && start < READ_MAX;) {
    const page = await client.rehearsals.listEmails(id, { limit: PAGE, start });
    emails.push(...page.emails);
    start = page.next_start;
    if (sendIds === undefined) return { emails, isCut: start !== undefined };
    if (start === undefined) break;
  }
  return { emails: emails.filter((email) => sendIds?.has(email.id) ?? true), isCut: emails.length >= READ_MAX };
};
