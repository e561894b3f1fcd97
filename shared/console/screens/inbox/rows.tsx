import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import type { Thread } from "../../../client/index.ts";
import { nameAndAddress, nameOf } from "../../data/people.ts";
import { Badge, Icon } from "../../ui/controls.tsx";
import { Loading } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { type Filter, foundIn } from "./filter.ts";

/** The height of a row, px, as in styles/inbox.css: rows outside the view are not rendered. */
const ROW = 74;
/** How many rows are rendered above and below the view. */
const BEYOND = 10;

interface RowsProps {
  readonly rows: readonly Thread[];
  /** The row that has the keyboard's focus. */
  readonly at: string;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** Moves the focus by so many rows from this one. */
  readonly step: (from: string, by: number) => void;
  readonly hrefOf: (thread: Thread) => string;
  /** The conversation that is open. */
  readonly open: string;
  readonly filter: Filter;
  readonly selected: ReadonlySet<string>;
  /** Selects a conversation, or not any more; undefined where nothing may be changed. */
  readonly onSelect: ((id: string) => void) | undefined;
}

/** The most people whose names stand in a row. */
const NAMED = 4;
/** After this time, ms, a conversation that waits for an answer, yours or theirs, is marked. */
const LATE_MS = 2 * 86_400_000;

/** A text with the words that were searched for marked. */
const Found = ({ text, q }: { readonly text: string; readonly q: string | undefined }) => (
  <>{foundIn(text, q).map(({ text: part, isFound }, at) => (isFound ? <mark key={at}>{part}</mark> : part))}</>
);

/** Who is in a conversation: names, with their addresses in the tooltip. */
const Who = ({ people, q }: { readonly people: readonly string[]; readonly q: string | undefined }) => (
  <span class="people-names" title={people.map(nameAndAddress).join("\n")}>
    <Found text={people.slice(0, NAMED).map(nameOf).join(", ") || t("Nobody else")} q={q} />
    {people.length > NAMED && t(" and {n} more", { n: people.length - NAMED })}
  </span>
);

const Row = ({
  thread,
  href,
  isOpen,
  isAt,
  isStop,
  filter,
}: {
  readonly thread: Thread;
  readonly href: string;
  readonly isOpen: boolean;
  readonly isAt: boolean;
  /** Whether Tab stops at this row: only one row has it, and arrow keys lead to the others. */
  readonly isStop: boolean;
  readonly filter: Filter;
}) => {
  const { participants, subject, snippet, unread_count: unread, message_count: emails, last_message_direction: direction } = thread;
  const { q, view } = filter;
  const isAged = view === "needs_answer" || view === "waiting";
  const isLate = isAged && Date.now() - Date.parse(thread.last_message_at ?? "") > LATE_MS;
  return (
    <a
      href={href}
      class={`mail${unread > 0 ? " unread" : ""}${isAt ? " at" : ""}`}
      aria-current={isOpen ? "true" : undefined}
      tabIndex={isStop ? 0 : -1}
      data-thread={thread.id}
    >
      <span class="who">
        <Who people={participants} q={q} />
        {emails > 1 && <small class="soft"> {emails}</small>}
      </span>
      <span class={`when${isLate ? " late" : ""}`}>
        <Time of={thread.last_message_at} as={isAged ? "ago" : "short"} />
      </span>
      <span class="subject">
        <Found text={subject || t("(no subject)")} q={q} />
      </span>
      {unread > 0 && (
        <span class="new" title={t("{n} unread", { n: unread })}>
          {unread}
          <span class="unseen">{t(" unread")}</span>
        </span>
      )}
      <span class="last">
        <span class="snippet">
          {direction === "outbound" && t("You: ")}
          <Found text={snippet} q={q} />
        </span>
        {thread.state === "done" && view !== "done" && <span class="cut">{t("Done")}</span>}
        {thread.snoozed_until !== undefined && (
          <span class="until" title={t("snoozed until")}>
            <Icon name="clock" />
            <Time of={thread.snoozed_until} as="ago" />
          </span>
        )}
        {thread.assigned_to !== "" && <b class="cut">{thread.assigned_to}</b>}
        {thread.labels.length > 0 && <span class="cut">{thread.labels.join(", ")}</span>}
        {thread.bounced && <Badge tone="bad">{t("bounced")}</Badge>}
        {thread.has_newcomer && <Badge tone="warn">{t("unverified sender")}</Badge>}
      </span>
    </a>
  );
};

/** The list of conversations; renders only the rows near the visible part. */
export const Rows = ({ rows, at, hasMore, more, step, hrefOf, open, filter, selected, onSelect }: RowsProps) => {
  const own = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState(0);
  const [room, setRoom] = useState(20);
  useEffect(() => {
    const sized = new ResizeObserver(() => setRoom(Math.ceil((own.current?.clientHeight ?? 0) / ROW)));
    if (own.current) sized.observe(own.current);
    return () => sized.disconnect();
  }, []);
  const first = Math.max(0, from - BEYOND);
  const last = Math.min(rows.length, from + room + BEYOND);
  useEffect(() => {
    if (hasMore && last >= rows.length - BEYOND) more();
  }, [last, rows.length, hasMore]);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === at);
    const pane = own.current;
    if (!pane || index < 0) return;
    const top = index * ROW;
    if (top < pane.scrollTop) pane.scrollTop = top;
    if (top + ROW > pane.scrollTop + pane.clientHeight) pane.scrollTop = top + ROW - pane.clientHeight;
  }, [at]);
  const seen = rows.slice(first, last);
  const stop = seen.some(({ id }) => id === at) ? at : rows[Math.min(from, rows.length - 1)]?.id;
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(stop ?? "", by);
  };
  return (
    // Steps of some rows, so that scrolling seldom renders.
    <div
      ref={own}
      class="mails"
      onKeyDown={onKey}
      onScroll={({ currentTarget }) => setFrom(Math.floor(currentTarget.scrollTop / ROW / 4) * 4)}
    >
      <ul style={{ height: `${rows.length * ROW}px` }}>
        {seen.map((thread, index) => (
          <li
            key={thread.id}
            style={{ transform: `translateY(${(first + index) * ROW}px)` }}
            aria-setsize={hasMore ? -1 : rows.length}
            aria-posinset={first + index + 1}
          >
            {onSelect && (
              <input
                type="checkbox"
                class="select"
                tabIndex={-1}
                aria-label={t("Select")}
                checked={selected.has(thread.id)}
                onChange={() => onSelect(thread.id)}
              />
            )}
            <Row
              thread={thread}
              href={hrefOf(thread)}
              isOpen={thread.id === open}
              isAt={thread.id === at}
              isStop={thread.id === stop}
              filter={filter}
            />
          </li>
        ))}
      </ul>
      {hasMore && <Loading what="Reading more" />}
    </div>
  );
};
