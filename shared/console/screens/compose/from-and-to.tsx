import { mixed, t } from "../../data/language.ts";
import { Chips } from "../../ui/chips.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Panel } from "../../ui/page.tsx";
import type { Mailbox } from "../../../client/index.ts";
import type { FormPart } from "./draft.ts";
import { From } from "./from.tsx";
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

/** From which mailbox to whom: one address, or a pasted table. */
export const FromAndTo = ({ draft, change, errorAt, mailboxes, table }: FromAndToProps) => (
  <Panel title="From and to">
    <From
      mailboxId={draft.mailboxId}
      mailboxes={mailboxes}
      error={errorAt(0, "mailbox_id") ?? errorAt(0, "pool")}
      onChange={(mailboxId) => change({ mailboxId })}
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
