import { useEffect, useRef, useState } from "preact/hooks";
import type { Mailbox, MailboxCapacity } from "../../../client/index.ts";
import { t, worded } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useRecord, useAction, wordsOf } from "../../data/queries.ts";
import { number, count } from "../../ui/numbers.ts";
import { gate } from "./gate.ts";
import { useLocation } from "preact-iso";
import { may } from "../../data/session.ts";
import { Button, LinkButton } from "../../ui/controls.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { useKeys } from "../../ui/keys.tsx";
import { Empty, Failure, Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { Actions } from "./actions.tsx";
import { addressOf, conditionOf, DnsState, type Filter, filterOf, narrowed, State, states, troublesOf } from "./condition.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { isAnswer, takeAnswer } from "./consent.ts";

/** A row that stays in view for less than this time, ms, requests nothing. */
const REST_MS = 300;
const inTurn = gate(2);

/** True once the row has stayed in view. */
const useSeen = () => {
  const cell = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      window.clearTimeout(timer);
      if (entry?.isIntersecting === true) timer = window.setTimeout(() => setSeen(true), REST_MS);
    });
    observer.observe(cell.current!);
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return { cell, isSeen };
};

// Not under the key "capacity": otherwise each event of a send would read every row again.
const useLoad = (id: string, read?: () => Promise<MailboxCapacity>) => useRecord(["load", id], read).data;

/** How many emails left in the last 24 hours, and how many may; asked for when the row is seen. */
const Today = ({ mailbox: { id, max_daily_sends } }: { readonly mailbox: Mailbox }) => {
  const { cell, isSeen } = useSeen();
  const load = useLoad(id, isSeen ? () => inTurn(() => client.mailboxes.getCapacity(id)) : undefined);
  return (
    <span ref={cell}>
      {load === undefined ? <span class="soft">…</span> : number(load.sent_in_day)}
      <span class="soft"> / {number(max_daily_sends)}</span>
    </span>
  );
};

/** How many emails wait, once Today has asked. */
const Waiting = ({ id }: { readonly id: string }) => {
  const load = useLoad(id);
  if (load === undefined) return <span class="soft">…</span>;
  return <>{load.waiting === 0 ? <span class="soft">0</span> : number(load.waiting)}</>;
};

const Reason = ({ of }: { readonly of: Mailbox }) => {
  const words = troublesOf(of)
    .map(([part, said]) => `${t(part)}: ${said}`)
    .join("; ");
  return <span title={words}>{words}</span>;
};

const reason: Column<Mailbox> = { head: "Said by its servers", cell: (mailbox) => <Reason of={mailbox} />, isMinor: true };

/** The columns; the column for servers' errors exists only while there is an error, so that addresses have room. */
const columnsOf = (rows: readonly Mailbox[]): readonly Column<Mailbox>[] => [
  { head: "Mailbox", cell: ({ id, email }) => <a href={`/console/mailboxes/${id}`}>{email}</a> },
  { head: "State", cell: (mailbox) => <State of={mailbox} />, width: 7.75 },
  ...(rows.some((mailbox) => troublesOf(mailbox).length > 0) ? [reason] : []),
  {
    head: "Last read",
    cell: ({ inbox_sync_enabled, inbox_last_sync_at }) =>
      inbox_sync_enabled ? <Time of={inbox_last_sync_at} as="ago" /> : <span class="soft">{t("no")}</span>,
    isMinor: true,
    width: 6.5,
  },
  { head: "24 hours", cell: (mailbox) => <Today mailbox={mailbox} />, isNumber: true, isMinor: true, width: 6.5 },
  { head: "Waiting", cell: ({ id }) => <Waiting id={id} />, isNumber: true, isMinor: true, width: 5 },
  { head: "DNS", cell: (mailbox) => <DnsState of={mailbox} />, isMinor: true, width: 8.5 },
];

const actions: Column<Mailbox> = { head: "", cell: (mailbox) => <Actions mailbox={mailbox} isMenu />, width: 2.75 };

/** Connects with the answer of a consent page, and removes its code from the address. */
const useConsent = () => {
  const { query, route } = useLocation();
  const taking = useAction(takeAnswer, {
    done: ({ email }) => t("{email} is connected", { email }),
    changes: [["mailboxes"], ["attention"]],
    showsError: true,
    onDone: ({ id }) => route(`/console/mailboxes/${id}`, true),
  });
  useEffect(() => {
    if (!isAnswer(query)) return;
    taking.run(query);
    route("/console/mailboxes", true);
  }, []);
  return taking;
};

const Filters = ({ filter, onFilter }: { readonly filter: Filter; readonly onFilter: (filter: Filter) => void }) => {
  useKeys([{ key: "/", does: "Search", run: () => document.getElementById("mailbox-search")?.querySelector("input")?.focus() }]);
  return (
    <div class="filters" role="search">
      <span id="mailbox-search" class="wide-field">
        <Field
          label="Search"
          type="search"
          placeholder="Address or name   /"
          value={filter.q}
          onInput={({ currentTarget }) => onFilter({ ...filter, q: currentTarget.value })}
        />
      </span>
      <Select
        label="State"
        value={filter.state}
        options={worded(states)}
        onChange={({ currentTarget }) => onFilter({ ...filter, state: filterOf({ state: currentTarget.value }).state })}
      />
    </div>
  );
};

const aboutOf = (mailboxes: readonly Mailbox[]): string => {
  const broken = mailboxes.filter((mailbox) => ["failing", "disconnected"].includes(conditionOf(mailbox))).length;
  const all = count(mailboxes.length, "mailbox", "mailboxes");
  return broken === 0 ? all : t("{mailboxes}, {n} of them not working", { mailboxes: all, n: number(broken) });
};

/** The screen "Mailboxes": every mailbox with its state, and what can be done with it. */
const Mailboxes = () => {
  const { query, route } = useLocation();
  const [isConnecting, setConnecting] = useState(false);
  const filter = filterOf(query);
  const { data, error, isPending, refetch } = useRecord(["mailboxes", "all"], async () => await client.mailboxes.list());
  const consent = useConsent();
  const mayChange = may("admin");
  const rows = narrowed(data ?? [], filter);
  const connect = mayChange && (
    <>
      <LinkButton href="/console/connect-links">Links for owners</LinkButton>{" "}
      <Button kind="primary" onClick={() => setConnecting(true)}>
        Connect a mailbox
      </Button>
    </>
  );
  return (
    <Page title={t("Mailboxes")} about={data && data.length > 0 ? aboutOf(data) : undefined} actions={data?.length !== 0 && connect}>
      {consent.isRunning && <p role="status">{t("Connecting the mailbox…")}</p>}
      {consent.error !== null && <Failure error={new Error(t("The mailbox is not connected: {why}", { why: wordsOf(consent.error) }))} />}
      {data && data.length > 0 && <Filters filter={filter} onFilter={(to) => route(`/console/mailboxes${addressOf(to)}`, true)} />}
      <Table
        label="Mailboxes"
        columns={[...columnsOf(rows), ...(mayChange ? [actions] : [])]}
        list={{ rows, error, isPending, again: () => void refetch() }}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/mailboxes/${id}`}
        empty={
          addressOf(filter) !== "" && data?.length !== 0 ? (
            <Empty title="No mailbox matches" action={<a href="/console/mailboxes">{t("Show all")}</a>} />
          ) : (
            <Empty title="No mailbox yet" action={connect}>
              Emails leave from your own mailboxes, and answers are read there. A mailbox is tried before it is saved.
            </Empty>
          )
        }
      />
      <ConnectDialog isOpen={isConnecting} onClose={() => setConnecting(false)} onDone={({ id }) => route(`/console/mailboxes/${id}`)} />
    </Page>
  );
};

export default Mailboxes;
