import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { Field, Select, TextArea } from "../../ui/field.tsx";
import { count, number } from "../../ui/numbers.ts";
import { Panel } from "../../ui/page.tsx";
import type { Mailbox } from "../../../client/index.ts";
import type { FormPart } from "./form.ts";
import type { Recipients } from "./recipients.ts";

const EXAMPLE = "email,first_name\njane@example.com,Jane\njoe@example.com,Joe";

interface FromAndToProps extends FormPart {
  readonly mailboxes: readonly Mailbox[];
  readonly table: Recipients;
}

const Placeholders = ({ columns }: { readonly columns: readonly string[] }) =>
  columns.length === 0 ? (
    <>The first line names the columns: email, and any others.</>
  ) : (
    <>
      Write a column into the email as{" "}
      {columns.map((column) => (
        <code key={column}>{`{{${column}}} `}</code>
      ))}
      or, for empty values, <code>{`{{${columns[1] ?? columns[0]}|there}}`}</code>.
    </>
  );

/** What the mailbox has sent and has waiting: what is sent now leaves after it. */
const Load = ({ mailbox }: { readonly mailbox: string }) => {
  const { data } = useRecord(["capacity", mailbox], mailbox === "" ? undefined : () => client.mailboxes.getCapacity(mailbox));
  if (data === undefined) return null;
  return (
    <>
      {number(data.sent_in_day)} of {number(data.max_daily_sends)} sent in the last 24 hours; {count(data.waiting, "email")} waiting.
    </>
  );
};

/** From which mailbox to whom: one address, or a pasted table. */
export const FromAndTo = ({ draft, change, errorAt, mailboxes, table }: FromAndToProps) => {
  const isThere = mailboxes.some(({ id }) => id === draft.mailboxId);
  return (
    <Panel title="From and to">
      <Select
        label="From"
        value={draft.mailboxId}
        hint={isThere && <Load mailbox={draft.mailboxId} />}
        error={isThere ? errorAt(0, "mailbox_id") : "The mailbox that you chose is no longer connected. Choose the one to send from."}
        onChange={({ currentTarget }) => change({ mailboxId: currentTarget.value })}
        options={[
          ...(isThere ? [] : [[draft.mailboxId, "No longer connected"] as const]),
          ...mailboxes.map(({ id, email, status }) => [id, status === "active" ? email : `${email} (${status})`] as const),
        ]}
      />
      <div class="row" role="radiogroup" aria-label="To whom">
        {([false, true] as const).map((isList) => (
          <label key={String(isList)} class="row">
            <input type="radio" name="kind" checked={draft.isList === isList} onChange={() => change({ isList })} />
            {isList ? "A pasted list" : "One recipient"}
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
        <Field
          label="To"
          placeholder="Jane Doe <jane@example.com>"
          value={draft.to}
          error={errorAt(0, "to")}
          onInput={({ currentTarget }) => change({ to: currentTarget.value })}
        />
      )}
      <details open={draft.cc + draft.bcc !== ""}>
        <summary>Cc and Bcc</summary>
        <div class="columns">
          <Field
            label="Cc"
            value={draft.cc}
            error={errorAt(0, "cc")}
            onInput={({ currentTarget }) => change({ cc: currentTarget.value })}
          />
          <Field
            label="Bcc"
            value={draft.bcc}
            error={errorAt(0, "bcc")}
            onInput={({ currentTarget }) => change({ bcc: currentTarget.value })}
          />
        </div>
      </details>
    </Panel>
  );
};
