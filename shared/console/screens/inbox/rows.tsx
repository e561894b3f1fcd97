import { useEffect, useRef, useState } from "preact/hooks";
import type { Thread } from "../../../client/index.ts";
import { Badge } from "../../ui/controls.tsx";
import { Loading } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";

/** The height of a row, px, as styles/inbox.css has it: rows that are not seen are not made. */
const ROW = 74;
/** Rows that are made above and below what is seen. */
const BEYOND = 10;

interface RowsProps {
  readonly rows: readonly Thread[];
  /** The row that the keys are at. */
  readonly at: string;
  readonly hasMore: boolean;
  readonly more: () => void;
  /** Moves the focus by so many rows from this one. */
  readonly step: (from: string, by: number) => void;
  readonly hrefOf: (thread: Thread) => string;
  /** The conversation that shows. */
  readonly open: string;
}

const Row = ({
  thread,
  href,
  isOpen,
  isAt,
  isStop,
}: {
  readonly thread: Thread;
  readonly href: string;
  readonly isOpen: boolean;
  readonly isAt: boolean;
  /** Whether Tab stops here: at one row of the list, and arrow keys lead to the others. */
  readonly isStop: boolean;
}) => {
  const { participants, subject, snippet, unread_count: unread, message_count: emails, last_message_direction: direction } = thread;
  return (
    <a
      href={href}
      class={`mail${unread > 0 ? " unread" : ""}${isAt ? " at" : ""}`}
      aria-current={isOpen ? "true" : undefined}
      tabIndex={isStop ? 0 : -1}
      data-thread={thread.id}
    >
      <span class="who">
        {participants.join(", ") || "Nobody else"}
        {emails > 1 && <small class="soft"> {emails}</small>}
      </span>
      <span class="when">
        <Time of={thread.last_message_at} />
      </span>
      <span class="subject">{subject || "(no subject)"}</span>
      {unread > 0 && (
        <span class="new" title={`${unread} unread`}>
          {unread}
          <span class="unseen"> unread</span>
        </span>
      )}
      <span class="snippet">
        {direction === "outbound" && "You: "}
        {snippet}
      </span>
      {thread.has_newcomer && <Badge tone="warn">unverified sender</Badge>}
    </a>
  );
};

/** The list of conversations, which makes only the rows that are near what is seen. */
export const Rows = ({ rows, at, hasMore, more, step, hrefOf, open }: RowsProps) => {
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
            <Row thread={thread} href={hrefOf(thread)} isOpen={thread.id === open} isAt={thread.id === at} isStop={thread.id === stop} />
          </li>
        ))}
      </ul>
      {hasMore && <Loading what="Reading more" />}
    </div>
  );
};
