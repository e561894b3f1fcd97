import { useState } from "preact/hooks";
import type { ApiKey } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useAction, useRecord } from "../../data/queries.ts";
import { Badge, Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { count } from "../../ui/numbers.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { useMailboxes } from "../../data/mailboxes.ts";
import { NewKey, scopeNames } from "./new-key.tsx";

const Revoke = ({ apiKey, onClose }: { readonly apiKey: ApiKey | undefined; readonly onClose: () => void }) => {
  const revoke = useAction((id: string) => client.apiKeys.delete(id), { done: "Revoked", changes: [["keys"]], onDone: onClose });
  return (
    <Dialog
      title={t("Revoke “{name}”?", { name: apiKey?.name ?? "" })}
      isOpen={apiKey !== undefined}
      onClose={onClose}
      actions={
        <Button kind="danger" isBusy={revoke.isRunning} onClick={() => apiKey && revoke.run(apiKey.id)}>
          Revoke
        </Button>
      }
    >
      <p>{t("Whatever uses it is refused within 30 seconds, and the console's sessions that it opened end. This cannot be undone.")}</p>
    </Dialog>
  );
};

/** Whose mailboxes a key sees: all, a tenant's, those that it names, or the test world's. */
const boundOf = ({ tenant, mailbox_ids: ids, mode }: ApiKey, emailOf: (id: string) => string): string => {
  if (mode === "test") return t("the test world");
  if (tenant !== "") return t("tenant {tenant}", { tenant });
  const [only = "", ...others] = ids;
  if (only === "") return t("everything");
  return others.length === 0 ? emailOf(only) : count(ids.length, "mailbox", "mailboxes");
};

const columns = (revoke: (key: ApiKey) => void, emailOf: (id: string) => string): readonly Column<ApiKey>[] => [
  {
    head: "Name",
    cell: ({ name, client_id: client }) => (
      <>
        <span class="strong">{name}</span>
        {client !== "" && (
          <small class="soft cut" title={client}>
            {URL.parse(client)?.host}
          </small>
        )}
      </>
    ),
  },
  {
    head: "For",
    isMinor: true,
    cell: (key) => <span title={key.mailbox_ids.map(emailOf).join(", ")}>{boundOf(key, emailOf)}</span>,
  },
  {
    head: "May",
    width: 15,
    isMinor: true,
    cell: ({ scopes }) => (
      <span class="row">
        {scopes.map((scope) => (
          <Badge key={scope}>{t(scopeNames[scope])}</Badge>
        ))}
      </span>
    ),
  },
  { head: "Key", width: 5, isMinor: true, cell: ({ last4 }) => <code>…{last4}</code> },
  {
    head: "Last used",
    width: 6.5,
    isMinor: true,
    cell: ({ last_used_at }) => (last_used_at === undefined ? t("never") : <Time of={last_used_at} as="ago" />),
  },
  { head: "Ends", width: 5.5, cell: ({ expires_at }) => (expires_at === undefined ? t("never") : <Time of={expires_at} as="ago" />) },
  {
    head: "",
    width: 7.5,
    isNumber: true,
    cell: (key) => (
      <button type="button" class="button quiet small" aria-label={t("Revoke {name}", { name: key.name })} onClick={() => revoke(key)}>
        {t("Revoke")}
      </button>
    ),
  },
];

/** The account's keys and the console's sessions: making and revoking them. */
export const Keys = () => {
  const keys = useRecord(["keys"], () => client.apiKeys.list());
  const mailboxes = useMailboxes() ?? [];
  const emails = new Map(mailboxes.map(({ id, email }) => [id, email]));
  const [isNew, setNew] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  return (
    <>
      <div class="row">
        <p class="soft grows">
          {t("A key named “login” comes from a login, one named “console” is a session of this page. Give each program a key of its own.")}
        </p>
        <Button kind="primary" onClick={() => setNew(true)}>
          New key
        </Button>
      </div>
      <Loaded from={keys}>
        {(rows) => (
          <Table
            label="API keys"
            list={{ rows }}
            columns={columns(setRevoked, (id) => emails.get(id) ?? id)}
            keyOf={({ id }) => id}
            empty={<Empty title="No keys">Make one for each program that uses the API.</Empty>}
          />
        )}
      </Loaded>
      <NewKey mailboxes={mailboxes} isOpen={isNew} onClose={() => setNew(false)} />
      <Revoke apiKey={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
};
