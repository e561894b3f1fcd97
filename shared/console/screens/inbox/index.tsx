import { useLocation, useRoute } from "preact-iso";
import { t } from "../../data/language.ts";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Thread } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { unread } from "../../data/live.ts";
import { useAction, useRecord } from "../../data/queries.ts";
import { loadSession, may, session } from "../../data/session.ts";
import { Button, LinkButton } from "../../ui/controls.tsx";
import { useKeys } from "../../ui/keys.tsx";
import { Empty, Failure, Loading } from "../../ui/page.tsx";
import { useMailboxes } from "../../data/mailboxes.ts";
import { Conversation } from "../conversation/conversation.tsx";
import { addressOf, type Filter, filterIn } from "./filter.ts";
import { Filters } from "./filters.tsx";
import { usePlace } from "./place.ts";
import { Rows } from "./rows.tsx";
import { refresh, showThread, useThreads } from "./threads.ts";
import { useWork } from "./work.tsx";

const isFiltered = (filter: Filter): boolean => Object.keys(filter).length > 0;

/** Why a view is empty. */
const emptyViews: Readonly<Record<string, string>> = {
  needs_answer: "Nobody waits for an answer of yours.",
  open: "Nothing is open: all is answered, done or snoozed.",
  snoozed: "Nothing is snoozed.",
  done: "Nothing is done yet.",
  waiting: "No email of yours waits for an answer.",
  bounced: "No email has bounced.",
  unread: "Everything is read.",
};

const Nothing = ({
  filter,
  hasMailboxes,
  snoozed,
}: {
  readonly filter: Filter;
  readonly hasMailboxes: boolean;
  /** How many conversations are out of sight until a time. */
  readonly snoozed: number;
}) => {
  const isView = Object.keys(filter).length === 1;
  if (isFiltered(filter))
    return (
      <Empty
        title="Nothing matches"
        action={
          isView && filter.view === "open" && snoozed > 0 ? (
            <LinkButton href={addressOf({ view: "snoozed" })}>{t("Snoozed: {n}", { n: snoozed })}</LinkButton>
          ) : (
            <LinkButton href="/console/inbox">Show everything</LinkButton>
          )
        }
      >
        {filter.q === undefined
          ? (isView && t(emptyViews[filter.view ?? ""] ?? "")) || t("No conversation matches these filters.")
          : t("Only whole words are found, in subjects, names, addresses and texts.")}
      </Empty>
    );
  return (
    <Empty
      title="No mail yet"
      action={
        hasMailboxes ? (
          <LinkButton href="/console/compose">Write an email</LinkButton>
        ) : (
          <LinkButton href="/console/mailboxes">Connect a mailbox</LinkButton>
        )
      }
    >
      {hasMailboxes
        ? t("Answers appear here by themselves, a minute or two after they arrive.")
        : t("Mail of connected mailboxes appears here.")}
    </Empty>
  );
};

/** Reads the session anew: somebody may have joined, or got other mailboxes. */
const readColleagues = async (): Promise<readonly string[]> => {
  await loadSession();
  return session.value?.colleagues ?? [];
};

/** Whom a conversation can be given to: the reader, his colleagues, and whoever has one; and whether these are all, because the account has members. */
const useColleagues = (assigned: readonly string[]): { readonly people: readonly string[]; readonly isWhole: boolean } => {
  const { role = "", name = "" } = session.value ?? {};
  const { data: colleagues = [] } = useRecord(["members", "names"], readColleagues);
  const people = [...new Set([role === "" ? "" : name, ...colleagues, ...assigned])].filter((one) => one !== "");
  return { people, isWhole: colleagues.length > 0 };
};

/** Pulls new mail from the servers at once. */
const CheckNow = ({ filter }: { readonly filter: Filter }) => {
  const { mailbox_id } = filter;
  const check = useAction(async () => client.messages.list({ fresh: true, limit: 1, ...(mailbox_id !== undefined && { mailbox_id }) }), {
    done: ({ sync = [] }) => {
      const stored = sync.reduce((sum, report) => sum + report.stored, 0);
      return sync.find(({ error }) => error !== "")?.error ?? (stored === 0 ? t("Nothing new") : t("{n} new", { n: stored }));
    },
    onDone: () => void refresh(filter),
    changes: [["threads"]],
  });
  return (
    <Button kind="quiet" isBusy={check.isRunning} onClick={() => check.run()}>
      Check now
    </Button>
  );
};

/** Conversations at the left, the open one beside them, and why it is what it is; on narrow screens one at a time. */
const Inbox = () => {
  const { route } = useLocation();
  const { query, params } = useRoute();
  const open = params["thread"] ?? "";
  const filter = filterIn(query);
  const list = useThreads(filter, open);
  const mailboxes = useMailboxes() ?? [];
  const tags = useMemo(() => [...new Set(list.rows.flatMap((row) => row.tags))].toSorted(), [list.rows]);
  const counts = useRecord(["threads", "counts"], async () => client.counts.get()).data;
  const { people, isWhole } = useColleagues((counts?.assignees ?? []).map(({ assigned_to: one }) => one));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState(open);
  useEffect(() => setAt(open || at), [open]);
  useEffect(() => {
    document.title = `${t("Inbox")}${unread.value === 0 ? "" : ` (${unread.value})`} · Email service`;
  }, [unread.value]);
  const show = (id: string): void => route(addressOf(filter, id));
  const focusRow = (id: string): void => {
    setAt(id);
    // A row that is far away is rendered first.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-thread="${id}"]`)?.focus({ preventScroll: true }));
  };
  const ids = useMemo(() => list.rows.map(({ id }) => id), [list.rows]);
  usePlace(at, ids, addressOf(filter), (id, hasFocus) => {
    if (open === "") (hasFocus ? focusRow : setAt)(id);
  });
  const step = (by: number): void => {
    const index = list.rows.findIndex(({ id }) => id === at);
    const next = list.rows[Math.max(0, Math.min(list.rows.length - 1, index + by))];
    if (!next) return;
    if (open !== "") return show(next.id);
    focusRow(next.id);
  };
  /** Moves the focus to another row: the list is a single stop of the Tab key, whatever its length. */
  const stepRow = (from: string, by: number): void => {
    const index = list.rows.findIndex(({ id }) => id === from);
    const next = list.rows[Math.max(0, Math.min(list.rows.length - 1, index + by))];
    if (next) focusRow(next.id);
  };
  const mark = useAction(
    ({ id, isRead }: { readonly id: string; readonly isRead: boolean }) => client.threads.update(id, { is_read: isRead }),
    {
      onDone: (thread) => {
        const before = list.rows.find(({ id }) => id === thread.id)?.unread_count ?? 0;
        unread.value = Math.max(0, unread.value + Math.sign(thread.unread_count) - Math.sign(before));
        showThread(filter, thread);
      },
      changes: [["threads"]],
    },
  );
  const unmark = (id: string): void => {
    if (id === "") return;
    mark.run({ id, isRead: false });
    if (open !== "") route(addressOf(filter));
  };
  const toList = (): void => {
    route(addressOf(filter));
    // The row exists once the list is shown again.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-thread="${at}"]`)?.focus({ preventScroll: true }));
  };
  const select = (id: string): void => setSelected((before) => before.symmetricDifference(new Set([id])));
  const picked = list.rows.filter(({ id }) => selected.has(id));
  const chosen = picked.length > 0 ? picked : list.rows.filter(({ id }) => id === at);
  // What was selected in another view is not changed by surprise.
  useEffect(() => setSelected(new Set()), [addressOf(filter)]);
  // A conversation that was opened by its address may be in no row.
  const [opened, setOpened] = useState<Thread>();
  const targets = chosen.length === 0 && opened?.id === at ? [opened] : chosen;
  const work = useWork({
    targets,
    areSelected: picked.length > 0,
    people,
    isWhole,
    labels: (counts?.labels ?? []).map(({ label }) => label),
    onDone: (changed, wereSelected, isUndone) => {
      const work = new Map(changed.map((thread) => [thread.id, thread]));
      // What could not be changed stays selected, and so does what was selected while this ran.
      if (wereSelected) setSelected((before) => before.difference(new Set(work.keys())));
      setOpened((before) => work.get(before?.id ?? "") ?? before);
      // What comes back may stand below the newest.
      void refresh(filter, open, isUndone ? undefined : { emails: new Set(), work });
    },
  });
  useKeys([
    ...(may("send") ? [...work.keys, { key: "x", does: "Select it, or not", run: () => at !== "" && select(at) }] : []),
    { key: "j", does: "Next conversation", run: () => step(1) },
    { key: "k", does: "Previous conversation", run: () => step(-1) },
    { key: "o", does: "Open it, as Enter does", run: () => at !== "" && show(at) },
    { key: "/", does: "Search", run: () => document.querySelector<HTMLInputElement>(".narrow-down input[type=search]")?.focus() },
    { key: "Escape", does: "Back to the list", run: () => (picked.length > 0 ? setSelected(new Set()) : toList()) },
    ...(may("send") ? [{ key: "u", does: "Mark as unread", run: () => unmark(at) }] : []),
  ]);
  const { rows, error, isPending, isChanging, hasMore, more, again } = list;
  const following = rows[rows.findIndex(({ id }) => id === open) + 1];
  const found =
    isPending || isChanging || error !== null
      ? undefined
      : t(hasMore ? "{n} conversations found, or more" : rows.length === 1 ? "{n} conversation found" : "{n} conversations found", {
          n: rows.length,
        });
  return (
    <div class={`inbox${open === "" ? "" : " reading"}`}>
      {work.dialog}
      <section class="threads" aria-label={t("Conversations")} aria-busy={isChanging}>
        <header class="title">
          {open === "" ? <h1>{t("Inbox")}</h1> : <h2>{t("Inbox")}</h2>}
          <CheckNow filter={filter} />
        </header>
        <Filters
          filter={filter}
          mailboxes={mailboxes}
          tags={tags}
          found={found}
          counts={counts}
          people={people}
          onChange={(next) => route(addressOf(next, open), true)}
        />
        {picked.length > 0 && (
          <div class="row selected" role="toolbar" aria-label={t("Selected conversations")}>
            <b>{t("{n} selected", { n: picked.length })}</b>
            {work.buttons}
            <button type="button" class="icon" aria-label={t("Clear")} title={t("Clear")} onClick={() => setSelected(new Set())}>
              ×
            </button>
          </div>
        )}
        {error !== null && <Failure error={error} again={again} />}
        {isPending && error === null && <Loading />}
        {!isPending && rows.length === 0 && <Nothing filter={filter} hasMailboxes={mailboxes.length > 0} snoozed={counts?.snoozed ?? 0} />}
        {rows.length > 0 && (
          <Rows
            rows={rows}
            at={at}
            open={open}
            hasMore={hasMore}
            more={more}
            step={stepRow}
            hrefOf={({ id }) => addressOf(filter, id)}
            filter={filter}
            selected={selected}
            onSelect={may("send") ? select : undefined}
          />
        )}
      </section>
      {open === "" ? (
        <div class="no-thread soft">{t("Choose a conversation, or press j and Enter.")}</div>
      ) : (
        <Conversation
          key={open}
          id={open}
          back={addressOf(filter)}
          onChange={(thread) => {
            setOpened(thread);
            showThread(filter, thread);
          }}
          onRead={(id) => mark.run({ id, isRead: true })}
          onUnread={unmark}
          work={picked.length === 0 && may("send") ? work.buttons : undefined}
          onNext={following === undefined ? undefined : () => show(following.id)}
        />
      )}
    </div>
  );
};

export default Inbox;
