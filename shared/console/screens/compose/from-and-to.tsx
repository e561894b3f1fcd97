import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { Chips } from "../../ui/chips.tsx";
import { Select, TextArea } from "../../ui/field.tsx";
import { count, number } from "../../ui/numbers.ts";
import { Panel } from "../../ui/page.tsx";
import type { Mailbox, Pool } from "../../../client/index.ts";
import { asPool } from "./draft.ts";
import type { FormPart } from "./form.ts";
import type { Recipients } from "./recipients.ts";

const EXAMPLE = "email,first_name\njane@example.com,Jane\njoe@example.com,Joe";

interface FromAndToProps extends FormPart {
  readonly mailboxes: readonly Mailbox[];
  readonly table: Recipients;
}

const Placeholders = ({ columns }: { readonly columns: readonly string[] }) =>
  columns.length === 0 ? (
    <>{t("The first line names the columns: email, and any others.")}</>
  ) : (
    <>
      {mixed("Write a column into the email as {columns} or, for empty values, {otherwise}.", {
        columns: columns.map((column) => <code key={column}>{`{{${column}}} `}</code>),
        otherwise: <code>{`{{${columns[1] ?? columns[0]}|${t("there")}}}`}</code>,
      })}
    </>
  );

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

/** From which mailbox to whom: one address, or a pasted table. */
export const FromAndTo = ({ draft, change, errorAt, mailboxes, table }: FromAndToProps) => {
  const isMailbox = mailboxes.some(({ id }) => id === draft.mailboxId);
  const pools = usePools();
  const isThere = isMailbox || pools.some(({ name }) => asPool(name) === draft.mailboxId);
  return (
    <Panel title="From and to">
      <Select
        label="From"
        value={draft.mailboxId}
        hint={
          isMailbox ? (
            <Load mailbox={draft.mailboxId} />
          ) : (
            isThere && t("For each recipient, the mailbox that knows them, else the one that sends soonest.")
          )
        }
        error={
          isThere
            ? (errorAt(0, "mailbox_id") ?? errorAt(0, "pool"))
            : t("The mailbox that you chose is no longer connected. Choose the one to send from.")
        }
        onChange={({ currentTarget }) => change({ mailboxId: currentTarget.value })}
        options={[
          ...(isThere ? [] : [[draft.mailboxId, t("No longer connected")] as const]),
          ...mailboxes.map(({ id, email, status }) => [id, status === "active" ? email : `${email} (${t(status)})`] as const),
          ...pools.map(({ name, mailbox_ids: ids }) => [asPool(name), `${name} (${count(ids.length, "mailbox", "mailboxes")})`] as const),
        ]}
      />
      <div class="row" role="radiogroup" aria-label={t("To whom")}>
        {([false, true] as const).map((isList) => (
          <label key={String(isList)} class="row">
            <input type="radio" name="kind" checked={draft.isList === isList} onChange={() => change({ isList })} />
            {t(isList ? "A pasted list" : "One recipient")}
          </label>
        ))}
      </div>
      {draft.isList ? (
        <TextArea
          label="List"
          class="mono"
          rows={6}
          spellcheck={false}
          placeholder={EXAMPLE}
          value={draft.table}
          hint={<Placeholders columns={table.columns} />}
          error={draft.table === "" || table.problem === "" ? undefined : table.problem}
          onInput={({ currentTarget }) => change({ table: currentTarget.value })}
        />
      ) : (
        <Chips label="To" isOne value={draft.to} error={errorAt(0, "to")} onChange={(to) => change({ to })} />
      )}
      <details open={draft.cc + draft.bcc !== ""}>
        <summary>{t("Cc and Bcc")}</summary>
        <div class="columns">
          <Chips label="Cc" value={draft.cc} error={errorAt(0, "cc")} onChange={(cc) => change({ cc })} />
          <Chips label="Bcc" value={draft.bcc} error={errorAt(0, "bcc")} onChange={(bcc) => change({ bcc })} />
        </div>
      </details>
    </Panel>
  );
};
