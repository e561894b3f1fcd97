import { useState } from "preact/hooks";
import type { AuditAction, AuditEntry } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { useList } from "../../data/queries.ts";
import { Status } from "../../ui/badge.tsx";
import { Select } from "../../ui/field.tsx";
import { Empty } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

const actions: Readonly<Record<AuditAction, string>> = {
  login: "Login",
  "api_key.created": "Key made",
  "api_key.revoked": "Key revoked",
  "account.updated": "Account changed",
  "mailbox.connected": "Mailbox connected",
  "mailbox.updated": "Mailbox changed",
  "mailbox.disconnected": "Mailbox disconnected",
  "connect_link.created": "Connect link made",
  "connect_link.deleted": "Connect link deleted",
  "webhook.created": "Webhook made",
  "webhook.updated": "Webhook changed",
  "webhook.deleted": "Webhook deleted",
  "webhook.secret_rotated": "Webhook secret rotated",
  "operator.command": "Operator's command",
};

const columns: readonly Column<AuditEntry>[] = [
  { head: "When", width: 8.5, cell: ({ created_at }) => <Time of={created_at} as="full" /> },
  { head: "What", cell: ({ action }) => <span class="strong">{actions[action]}</span> },
  { head: "Result", width: 4.5, cell: ({ outcome }) => <Status of={outcome} /> },
  { head: "Fields", isMinor: true, cell: ({ fields }) => <span class="soft">{fields.join(", ")}</span> },
  { head: "From", width: 9, isMinor: true, cell: ({ source_ip }) => (source_ip === "" ? "the operator" : source_ip) },
  { head: "Program", isMinor: true, cell: ({ user_agent }) => <span title={user_agent}>{user_agent}</span> },
];

/** Who did what in the account, for a year. */
export const AuditLog = () => {
  const [action, setAction] = useState<AuditAction | "">("");
  const list = useList(
    ["audit-log", action],
    () => client.auditLog.list({ limit: 100, ...(action !== "" && { action }) }),
    ({ entries }) => entries,
  );
  return (
    <>
      <div class="filters">
        <Select
          label="What"
          value={action}
          options={[["", "Everything"], ...Object.entries(actions)]}
          onChange={({ currentTarget }) => setAction(currentTarget.value as AuditAction | "")}
        />
      </div>
      <Table
        label="Audit log"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty title="No such entry">Entries are kept for a year.</Empty>}
      />
    </>
  );
};
