import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { Select } from "../../ui/field.tsx";
import { count, number } from "../../ui/numbers.ts";
import type { Mailbox, Pool } from "../../../client/index.ts";
import { asPool } from "./draft.ts";

/** How much the mailbox has sent and has waiting: a new email leaves after these. */
const Load = ({ mailbox }: { readonly mailbox: string }) => {
  const { data } = useRecord(["capacity", mailbox], mailbox === "" ? undefined : () => client.mailboxes.getCapacity(mailbox));
  if (data === undefined) return null;
  return (
    <>
      {t("{sent} of {most} sent in the last 24 hours; {waiting}.", {
        sent: number(data.sent_in_day),
        most: number(data.max_daily_sends),
        waiting: count(data.waiting, "email waiting", "emails waiting"),
      })}
    </>
  );
};

/** The account's pools; none while they are read. */
const usePools = (): readonly Pool[] => useRecord<readonly Pool[]>(["pools"], () => client.pools.list()).data ?? [];

interface FromProps {
  /** The mailbox's id, or `pool:` and the name of a pool. */
  readonly mailboxId: string;
  readonly mailboxes: readonly Mailbox[];
  readonly error: string | undefined;
  readonly onChange: (mailboxId: string) => void;
}

/** From which mailbox, or from the mailboxes of which pool. */
export const From = ({ mailboxId, mailboxes, error, onChange }: FromProps) => {
  const isMailbox = mailboxes.some(({ id }) => id === mailboxId);
  const pools = usePools();
  const isThere = isMailbox || pools.some(({ name }) => asPool(name) === mailboxId);
  return (
    <Select
      label="From"
      value={mailboxId}
      hint={
        isMailbox ? (
          <Load mailbox={mailboxId} />
        ) : (
          isThere && t("For each recipient, the mailbox that knows them, else the one that sends soonest.")
        )
      }
      error={isThere ? error : t("The mailbox that you chose is no longer connected. Choose the one to send from.")}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      options={[
        ...(isThere ? [] : [[mailboxId, t("No longer connected")] as const]),
        ...mailboxes.map(({ id, email, status }) => [id, status === "active" ? email : `${email} (${t(status)})`] as const),
        ...pools.map(({ name, mailbox_ids: ids }) => [asPool(name), `${name} (${count(ids.length, "mailbox", "mailboxes")})`] as const),
      ]}
    />
  );
};
