import { useState, useEffect, useRef } from "preact/hooks";
import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { pairsOf } from "../../data/pairs.ts";
import { useAction, fieldsOf, useList, useRecord } from "../../data/queries.ts";
import { Button, LinkButton } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { count, number } from "../../ui/numbers.ts";
import { BulkBar, cancelMatching } from "./bulk-bar.tsx";
import { useLocation } from "preact-iso";
import type { Send } from "../../../client/index.ts";
import { latestEvents } from "../../data/live.ts";
import { may } from "../../data/session.ts";
import { Empty, Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { FilterForm } from "./filter-form.tsx";
import { addressOf, filterOf, logQuery, matches, noFilter, sendNamedIn } from "./filters.ts";
import { State } from "./one-send.tsx";
import { useMailboxes } from "../../data/mailboxes.ts";

/** Cancels all waiting sends with the metadata of the filter, including those that are not loaded yet. */
const CampaignBar = ({ metadata, onChanged }: { readonly metadata: string; readonly onChanged: () => void }) => {
  const [isOpen, setOpen] = useState(false);
  const cancelling = useAction(() => cancelMatching((request) => client.sends.cancelMany(request), { ...pairsOf(metadata) }), {
    done: ({ cancelled, remaining }) =>
      [
        count(cancelled, "send cancelled", "sends cancelled"),
        ...(remaining > 0
          ? [count(remaining, "send just being sent, try again in a minute", "sends just being sent, try again in a minute")]
          : []),
      ].join("; "),
    onDone: () => {
      setOpen(false);
      onChanged();
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel all that wait</Button>
      <Dialog
        title="Cancel all that wait?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          <Button kind="danger" isBusy={cancelling.isRunning} onClick={() => cancelling.run()}>
            {t("Cancel all of {metadata}", { metadata })}
          </Button>
        }
      >
        <p>
          {mixed("Every send with {metadata} that has not left is cancelled, with its follow-ups. What they cost is not refunded.", {
            metadata: <code>{metadata}</code>,
          })}
        </p>
      </Dialog>
    </>
  );
};

/** How many sends a page has. */
const PAGE = 100;
/** How many sends a search reads by itself, and how many results end it. */
const SEARCHED = 1_000;
const FOUND = 50;

/** The sends that a search finds: the one that a Message-ID names, else among the newest; it reads on until it has enough of them. */
const useSearch = (q: string, list: ReturnType<typeof useList<Send, readonly Send[]>>) => {
  const named = sendNamedIn(q);
  const one = useRecord(["sends", named ?? ""], named === undefined ? undefined : () => client.sends.get(named));
  const rows = q === "" ? list.rows : one.data ? [one.data] : list.rows.filter((send) => matches(q, send));
  const [most, setMost] = useState(SEARCHED);
  useEffect(() => setMost(SEARCHED), [q]);
  const isLooking = q !== "" && !one.data && list.hasMore && rows.length < FOUND && list.rows.length < most;
  useEffect(() => {
    if (isLooking && !list.isReadingMore) list.more();
  });
  const further = (): void => setMost(list.rows.length + SEARCHED);
  return { rows, isLooking: q !== "" && (isLooking || list.isPending), isOne: one.data !== undefined, further };
};

const timeOf = ({ status, scheduled_at, sent_at, created_at }: Send): string =>
  sent_at ?? (status === "scheduled" ? (scheduled_at ?? created_at) : created_at);

const columns = (emailOf: (id: string) => string): readonly Column<Send>[] => [
  { head: "To", cell: ({ id, to_email }) => <a href={`/console/sends/${id}`}>{to_email}</a> },
  { head: "Subject", cell: ({ subject }) => subject, isMinor: true },
  { head: "State", cell: (send) => <State of={send} />, width: 9 },
  { head: "Mailbox", cell: ({ mailbox_id, from_email }) => emailOf(mailbox_id) || from_email, isMinor: true, width: 13 },
  { head: "Tags", cell: ({ tags }) => tags.join(", "), isMinor: true, width: 8 },
  { head: "Time", cell: (send) => <Time of={timeOf(send)} />, isMinor: true, width: 5.5 },
];

/** The chosen sends, by their ids. */
const useChosen = (rows: readonly Send[]) => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Send>>(new Map());
  const choose = (send: Send, isOn: boolean): void => {
    const next = new Map(chosen);
    if (isOn) next.set(send.id, send);
    else next.delete(send.id);
    setChosen(next);
  };
  const column: Column<Send> = {
    head: "",
    width: 2.5,
    cell: (send) => (
      <input
        type="checkbox"
        aria-label={t("Choose the send to {email}", { email: send.to_email })}
        checked={chosen.has(send.id)}
        onChange={({ currentTarget }) => choose(send, currentTarget.checked)}
      />
    ),
  };
  const all = (): void => setChosen(new Map(rows.map((send) => [send.id, send])));
  return { chosen, column, all, clear: (): void => setChosen(new Map()) };
};

/** Reads the first pages again when sends have changed; a long list waits for a click, because all of it would be read again. */
const useNews = (again: () => void, rows: number): readonly [isBehind: boolean, read: () => void] => {
  const newest = latestEvents.value.find(({ type }) => type.startsWith("send."))?.sequence ?? 0;
  const shown = useRef(newest);
  const [isBehind, setBehind] = useState(false);
  useEffect(() => {
    if (newest <= shown.current) return;
    shown.current = newest;
    setBehind(rows > PAGE);
    if (rows <= PAGE) again();
  }, [newest]);
  const read = (): void => {
    setBehind(false);
    again();
  };
  return [isBehind, read];
};

/** The screen "Sends": the log with its filters, and what can be done with many at once. */
const Sends = () => {
  const { query, route } = useLocation();
  const filter = filterOf(query);
  const mailboxes = useMailboxes() ?? [];
  const emails = new Map(mailboxes.map(({ id, email }) => [id, email]));
  const list = useList(
    ["log", addressOf({ ...filter, q: "" })],
    () => client.sends.list({ ...logQuery(filter), limit: PAGE }),
    (page) => page,
  );
  const q = filter.q.trim();
  const search = useSearch(q, list);
  const { chosen, column, all, clear } = useChosen(search.rows);
  // A new filter clears the choice, so that hidden sends are not changed.
  useEffect(clear, [addressOf(filter)]);
  const [isBehind, readNews] = useNews(list.again, list.rows.length);
  const mayChange = may("send");
  // With other filters the campaign bar is hidden, because they would not limit what is cancelled.
  const isCampaign = filter.metadata !== "" && addressOf(filter) === addressOf({ ...noFilter, metadata: filter.metadata });
  const isFiltered = addressOf(filter) !== "";
  return (
    <Page
      title={t("Sends")}
      actions={
        <>
          <LinkButton href="/console/drafts">Drafts</LinkButton>
          <LinkButton href="/console/approvals">Approvals</LinkButton>
          <LinkButton href="/console/deliverability">Deliverability</LinkButton>
          <LinkButton href="/console/sequences">Sequences</LinkButton>
          {may("admin") && <LinkButton href="/console/rehearsal">Rehearsal</LinkButton>}
          {filter.tag !== "" && (
            <LinkButton href={`/console/inbox?${new URLSearchParams({ tag: filter.tag, kind: "reply" }).toString()}`}>Answers</LinkButton>
          )}
          {mayChange && (
            <LinkButton kind="primary" href="/console/compose">
              Compose
            </LinkButton>
          )}
        </>
      }
    >
      <FilterForm
        filter={filter}
        mailboxes={mailboxes}
        errors={fieldsOf(list.error)}
        onFilter={(to) => route(`/console/sends${addressOf(to)}`)}
      />
      {q !== "" && (
        <p class="soft" role="status">
          {search.isLooking
            ? t("Searching for “{q}” among the sends…", { q })
            : search.isOne
              ? t("The send with this Message-ID")
              : t(list.hasMore ? "{sends} among the newest {n}" : "{sends} among all {n}", {
                  sends: count(search.rows.length, "send found", "sends found"),
                  n: number(list.rows.length),
                })}{" "}
          {!search.isLooking && !search.isOne && list.hasMore && <Button onClick={search.further}>Look further back</Button>}
        </p>
      )}
      {isBehind && (
        <p>
          <Button onClick={readNews}>Sends have changed: read again</Button>
        </p>
      )}
      {chosen.size > 0 && <BulkBar chosen={chosen} onClear={clear} onChanged={list.again} />}
      {mayChange && chosen.size === 0 && search.rows.length > 0 && (
        <div class="row">
          <Button kind="quiet" onClick={all}>
            {t(q === "" && list.hasMore ? "Choose all {n} that are read" : "Choose all {n}", { n: search.rows.length })}
          </Button>
          {isCampaign && <CampaignBar metadata={filter.metadata} onChanged={list.again} />}
        </div>
      )}
      <Table
        label="Sends"
        columns={[...(mayChange ? [column] : []), ...columns((id) => emails.get(id) ?? "")]}
        list={q === "" ? list : { ...list, rows: search.rows, hasMore: false, isPending: search.isLooking && search.rows.length === 0 }}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/sends/${id}`}
        empty={
          isFiltered ? (
            <Empty title="No send matches these filters">Clear a filter, or widen the time.</Empty>
          ) : (
            <Empty
              title="Nothing has been sent yet"
              action={mayChange ? <a href="/console/compose">{t("Write the first email")}</a> : undefined}
            >
              Every email that the service accepts stands here, with its state.
            </Empty>
          )
        }
      />
    </Page>
  );
};

export default Sends;
