import { useState } from "preact/hooks";
import type { Mailbox, Pool } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, useRecord, wordsOf } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Button } from "../../ui/controls.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { count } from "../../ui/numbers.ts";
import { Empty, Loaded } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useMailboxes } from "../../data/mailboxes.ts";

const KEY = ["pools"];

interface EditProps {
  /** The pool that is changed; undefined for a new one. */
  readonly pool: Pool | undefined;
  readonly mailboxes: readonly Mailbox[];
  readonly onClose: () => void;
}

/** Makes a pool, or gives one other mailboxes. */
const Edit = ({ pool, mailboxes, onClose }: EditProps) => {
  const saving = useAction(
    ({ name, mailbox_ids }: { readonly name: string; readonly mailbox_ids: string[] }) => client.pools.put(name, { mailbox_ids }),
    { done: "Saved", changes: [KEY], showsError: true, onDone: onClose },
  );
  const errors = fieldsOf(saving.error);
  const wrong = errors["mailbox_ids"] ?? (saving.error === null || errors["name"] !== undefined ? undefined : wordsOf(saving.error));
  return (
    <FormDialog
      title={pool ? t("Mailboxes of “{name}”", { name: pool.name }) : t("New pool")}
      isOpen
      onClose={onClose}
      action="Save"
      isBusy={saving.isRunning}
      onSubmit={(form) => {
        const given = new FormData(form);
        saving.run({
          name: pool?.name ?? ((given.get("name") as string | null) ?? "").trim().toLowerCase(),
          mailbox_ids: given.getAll("mailbox_ids") as string[],
        });
      }}
    >
      {!pool && <Field label="Name" name="name" maxLength={64} required error={errors["name"]} />}
      <div class={`field${wrong === undefined ? "" : " wrong"}`}>
        <label for="pool-mailboxes">{t("Mailboxes")}</label>
        <select id="pool-mailboxes" name="mailbox_ids" multiple size={Math.min(10, Math.max(3, mailboxes.length))} required>
          {mailboxes.map(({ id, email }) => (
            <option key={id} value={id} selected={pool?.mailbox_ids.includes(id) ?? false}>
              {email}
            </option>
          ))}
        </select>
        {wrong !== undefined && (
          <small class="error" role="alert">
            {wrong}
          </small>
        )}
      </div>
    </FormDialog>
  );
};

const columns = (
  emailOf: (id: string) => string,
  onEdit: (pool: Pool) => void,
  onRemove: (pool: Pool) => void,
): readonly Column<Pool>[] => [
  { head: "Name", width: 12, cell: ({ name }) => <span class="strong">{name}</span> },
  {
    head: "Mailboxes",
    cell: ({ mailbox_ids: ids }) => (
      <span title={ids.map(emailOf).join("\n")}>
        {ids.length > 3 ? count(ids.length, "mailbox", "mailboxes") : ids.map(emailOf).join(", ")}
      </span>
    ),
  },
  {
    head: "",
    width: 12,
    isNumber: true,
    cell: (pool) =>
      may("admin") && (
        <span class="row">
          <button
            type="button"
            class="button quiet small"
            aria-label={t("Mailboxes of “{name}”", { name: pool.name })}
            onClick={() => onEdit(pool)}
          >
            {t("Change")}
          </button>
          <button
            type="button"
            class="button quiet small"
            aria-label={t("Delete “{name}”", { name: pool.name })}
            onClick={() => onRemove(pool)}
          >
            {t("Delete")}
          </button>
        </span>
      ),
  },
];

/** Mailboxes under one name, of which one is chosen for each email. */
export const Pools = () => {
  const pools = useRecord<readonly Pool[]>(KEY, () => client.pools.list());
  const mailboxes = (useMailboxes() ?? []).filter(({ status }) => status !== "disconnected");
  const emails = new Map(mailboxes.map(({ id, email }) => [id, email]));
  const [edited, setEdited] = useState<{ readonly pool: Pool | undefined }>();
  const removing = useAction(({ name }: Pool) => client.pools.delete(name), { done: "Deleted", changes: [KEY] });
  return (
    <>
      <div class="row">
        <p class="soft grows">
          {t("An email that is sent from a pool leaves from the mailbox that knows its recipient, else from the one that sends soonest.")}
        </p>
        {may("admin") && (
          <Button kind="primary" onClick={() => setEdited({ pool: undefined })}>
            New pool
          </Button>
        )}
      </div>
      <Loaded from={pools}>
        {(rows) => (
          <Table
            label="Pools"
            list={{ rows }}
            columns={columns(
              (id) => emails.get(id) ?? t("No longer connected"),
              (pool) => setEdited({ pool }),
              removing.run,
            )}
            keyOf={({ id }) => id}
            empty={<Empty title="No pool yet">Put mailboxes under one name, and write from all of them.</Empty>}
          />
        )}
      </Loaded>
      {edited && <Edit pool={edited.pool} mailboxes={mailboxes} onClose={() => setEdited(undefined)} />}
    </>
  );
};
