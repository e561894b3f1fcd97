import { useState } from "preact/hooks";
import type { AuditAction, AuditEntry, Transaction } from "../../../client/index.ts";
import { mixed, t, worded } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useList, useRecord } from "../../data/queries.ts";
import { Status } from "../../ui/controls.tsx";
import { Select } from "../../ui/field.tsx";
import { Empty, Loaded, Panel, Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { count, number } from "../../ui/numbers.ts";
import { useRoute } from "preact-iso";
import { may } from "../../data/session.ts";
import { Account } from "./account.tsx";
import { Keys } from "./keys.tsx";
import { People } from "./people.tsx";
import { Pools } from "./pools.tsx";
import { OAuthClients } from "./oauth-clients.tsx";

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
  "oauth_client.created": "OAuth client added",
  "oauth_client.updated": "OAuth client changed",
  "oauth_client.deleted": "OAuth client deleted",
  "pool.saved": "Pool saved",
  "pool.deleted": "Pool deleted",
  "sequence.created": "Sequence made",
  "sequence.updated": "Sequence changed",
  "sequence.deleted": "Sequence deleted",
  "sequence.recipients_added": "People added to a sequence",
  "sequence.recipient_removed": "Person taken out of a sequence",
  "webhook.created": "Webhook made",
  "webhook.updated": "Webhook changed",
  "webhook.deleted": "Webhook deleted",
  "webhook.secret_rotated": "Webhook secret rotated",
  "send.created": "Email written",
  "send.updated": "Email changed",
  "send.cancelled": "Email cancelled",
  "send.approved": "Email approved",
  "thread.updated": "Conversation changed",
  "member.invited": "Person invited",
  "member.joined": "Person joined",
  "member.updated": "Person changed",
  "member.removed": "Person removed",
  "note.created": "Note written",
  "note.updated": "Note changed",
  "note.deleted": "Note deleted",
  "operator.command": "Operator's command",
};

const columns: readonly Column<AuditEntry>[] = [
  { head: "When", width: 8.5, cell: ({ created_at }) => <Time of={created_at} as="full" /> },
  { head: "What", cell: ({ action }) => <span class="strong">{t(actions[action])}</span> },
  { head: "Result", width: 4.5, cell: ({ outcome }) => <Status of={outcome} /> },
  { head: "Fields", isMinor: true, cell: ({ fields }) => <span class="soft">{fields.join(", ")}</span> },
  { head: "From", width: 9, isMinor: true, cell: ({ source_ip }) => (source_ip === "" ? t("the operator") : source_ip) },
  { head: "Program", isMinor: true, cell: ({ user_agent }) => <span title={user_agent}>{user_agent}</span> },
];

/** Who did what in the account, for a year. */
const AuditLog = () => {
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
          options={worded([["", "Everything"], ...Object.entries(actions)])}
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

const walletColumns: readonly Column<Transaction>[] = [
  { head: "When", width: 8.5, cell: ({ created_at }) => <Time of={created_at} as="full" /> },
  {
    head: "What",
    cell: ({ type, send_id }) => (type === "topup" ? t("Top-up") : <a href={`/console/sends/${send_id}`}>{t("Accepted email")}</a>),
  },
  { head: "Reference", isMinor: true, cell: ({ reference }) => (reference === "" ? <span class="soft">–</span> : reference) },
  { head: "Credits", width: 5, isNumber: true, cell: ({ type, amount }) => `${type === "topup" ? "+" : "−"}${number(amount)}` },
  { head: "Balance", width: 7, isNumber: true, isMinor: true, cell: ({ balance_after }) => number(balance_after) },
];

/** The wallet's balance, and what changed it. */
const Wallet = () => {
  const credits = useRecord(["credits"], () => client.credits.get());
  const list = useList(
    ["credits", "transactions"],
    () => client.credits.listTransactions({ limit: 100 }),
    ({ transactions }) => transactions,
  );
  return (
    <>
      <Loaded from={credits}>
        {({ balance, updated_at }) => (
          <Panel>
            <div class="number-tile">
              <span class="soft">{t("Balance")}</span>
              <strong>{count(balance, "credit")}</strong>
              <span class="soft">
                {mixed("One credit pays one accepted email. Last changed {time}.", { time: <Time of={updated_at} as="ago" /> })}
              </span>
            </div>
          </Panel>
        )}
      </Loaded>
      <h2>{t("Ledger")}</h2>
      <Table
        label="Ledger"
        list={list}
        columns={walletColumns}
        keyOf={({ id }) => id}
        empty={<Empty title="Nothing was booked yet">Your operator tops the wallet up; each accepted email is charged here.</Empty>}
      />
    </>
  );
};

const parts = [
  ["", "Account", Account],
  ["people", "People", People],
  ["keys", "API keys", Keys],
  ["pools", "Pools", Pools],
  ["oauth-clients", "OAuth clients", OAuthClients],
  ["wallet", "Wallet", Wallet],
  ["audit-log", "Audit log", AuditLog],
] as const;

/** Parts that list what only an administrator may see. */
const ADMIN = ["people", "keys", "oauth-clients", "audit-log"];

/** The account's settings, its keys, its wallet, and who did what. */
const Settings = () => {
  const { part = "" } = useRoute().params;
  const [, , Part] = parts.find(([path]) => path === part) ?? parts[0];
  return (
    <Page title={t("Settings")}>
      <nav class="tabs" aria-label={t("Settings")}>
        {parts.map(([path, name]) => (
          <a
            key={path}
            href={path === "" ? "/console/settings" : `/console/settings/${path}`}
            aria-current={path === part ? "page" : undefined}
          >
            {t(name)}
          </a>
        ))}
      </nav>
      {ADMIN.includes(part) && !may("admin") ? (
        <Empty title="Only an administrator sees this">
          Your session is of an API key without the scope admin. Sign in with email and password to see it.
        </Empty>
      ) : (
        <Part />
      )}
    </Page>
  );
};

export default Settings;
