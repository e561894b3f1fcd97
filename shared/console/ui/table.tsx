import { t } from "../data/language.ts";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Failure, Loading } from "./page.tsx";

/** A column of a table. */
export interface Column<Row> {
  /** Its heading; "" for a column of buttons. */
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** A width in rem; without it the column shares what is left. */
  readonly width?: number;
  /** Whether it holds numbers, which are aligned at the end. */
  readonly isNumber?: boolean;
  /** Hidden on screens narrower than 720 px. */
  readonly isMinor?: boolean;
}

interface TableProps<Row> {
  /** What its rows are, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** The list (useList), or an object with rows alone. */
  readonly list: {
    readonly rows: readonly Row[];
    readonly error?: unknown;
    readonly isPending?: boolean;
    readonly isReadingMore?: boolean;
    readonly hasMore?: boolean;
    readonly more?: () => void;
    readonly again?: () => void;
  };
  readonly keyOf: (row: Row) => string;
  /** The link of a row; a click anywhere in the row follows it. The first column should contain the link. */
  readonly hrefOf?: (row: Row) => string;
  /** What shows when there are no rows. */
  readonly empty: ComponentChildren;
}

/** The height of a row, px, as in styles/table.css: rows outside the view are not rendered. */
const ROW = 44;
/** How many rows are rendered above and below the view. */
const BEYOND = 12;

/** Which rows are near what is seen. */
const useWindow = (rows: number) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [seen, setSeen] = useState({ from: 0, to: 60 });
  useEffect(() => {
    const look = (): void => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const from = Math.max(0, Math.floor(-top / ROW) - BEYOND);
      const to = Math.ceil((innerHeight - top) / ROW) + BEYOND;
      // Steps of some rows, so that scrolling seldom renders.
      setSeen((old) => (Math.abs(old.from - from) < BEYOND / 2 && Math.abs(old.to - to) < BEYOND / 2 ? old : { from, to }));
    };
    look();
    // Scrolling within a pane does not bubble, so it is captured.
    document.addEventListener("scroll", look, { capture: true, passive: true });
    addEventListener("resize", look);
    return () => {
      document.removeEventListener("scroll", look, { capture: true });
      removeEventListener("resize", look);
    };
  }, [rows]);
  return { body, from: Math.min(seen.from, rows), to: Math.min(seen.to, rows) };
};

/** Room for rows that are not rendered. One cell: a colSpan would create columns that a narrow screen hides. */
const Gap = ({ rows }: { readonly rows: number }) =>
  rows > 0 ? (
    <tr class="gap" aria-hidden="true">
      <td style={{ height: `${rows * ROW}px` }} />
    </tr>
  ) : null;

/** In a table with at least this many rows, Tab stops at one row, and arrow keys move between rows. */
const LONG = 20;

const USABLE = "a[href], button:not([role=menuitem]), input, select";
const usableIn = (row: Element): readonly HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(USABLE)].filter((one) => one.closest("dialog, [popover]") === null);

/** Makes a long table one stop of the Tab key: the controls of one row, the one that had the focus last or else the first. */
const useOneStop = (body: { readonly current: HTMLTableSectionElement | null }, rows: number) => {
  const at = useRef<string>();
  const rowsOf = (): readonly HTMLTableRowElement[] => [
    ...(body.current?.querySelectorAll<HTMLTableRowElement>("tr[aria-rowindex]") ?? []),
  ];
  useLayoutEffect(() => {
    const all = rowsOf();
    const stop = all.find(({ ariaRowIndex }) => ariaRowIndex === at.current) ?? all[0];
    for (const row of all) for (const one of usableIn(row)) one.tabIndex = rows < LONG || row === stop ? 0 : -1;
  });
  const leave = (from: HTMLTableRowElement, by: number): void => {
    const to = rowsOf()[rowsOf().indexOf(from) + by];
    if (!to) return;
    const place = usableIn(from).indexOf(document.activeElement as HTMLElement);
    const next = usableIn(to);
    (next[place] ?? next[0])?.focus();
  };
  return {
    onFocusIn: ({ target }: FocusEvent): void => {
      const row = (target as Element).closest<HTMLTableRowElement>("tr[aria-rowindex]");
      if (!row || row.ariaRowIndex === at.current) return;
      at.current = row.ariaRowIndex ?? undefined;
      if (rows < LONG) return;
      for (const other of rowsOf()) for (const one of usableIn(other)) one.tabIndex = other === row ? 0 : -1;
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const target = event.target as Element;
      const row = target.closest<HTMLTableRowElement>("tr[aria-rowindex]");
      if (by === undefined || !row || target.closest("dialog, [popover], select") || event.defaultPrevented) return;
      // ArrowDown opens the menu of a button that has one.
      if (target.matches("[aria-haspopup]")) return;
      event.preventDefault();
      leave(row, by);
    },
  };
};

/** A table that loads further rows as its end comes near, and renders only the rows near the visible part. */
export const Table = <Row,>({ label, columns, list, keyOf, hrefOf, empty }: TableProps<Row>) => {
  const { rows, error, isPending = false, isReadingMore = false, hasMore = false, more, again } = list;
  const { body, from, to } = useWindow(rows.length);
  const { route } = useLocation();
  const oneStop = useOneStop(body, rows.length);
  useEffect(() => {
    if (to >= rows.length - BEYOND && hasMore) more?.();
  }, [to, rows.length, hasMore]);
  if (isPending) return <Loading />;
  if (rows.length === 0 && error !== null && error !== undefined) return <Failure error={error} {...(again && { again })} />;
  if (rows.length === 0) return <>{empty}</>;
  const classes = ({ isNumber = false, isMinor = false }: Column<Row>) => `${isNumber ? "number" : ""}${isMinor ? " minor" : ""}`;
  const open = (event: MouseEvent, row: Row): void => {
    if (hrefOf && !(event.target as Element).closest("a, button, input, select, label, dialog")) route(hrefOf(row));
  };
  return (
    <>
      <table class="list" aria-label={t(label)} aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                class={classes(column)}
                style={column.width === undefined ? {} : { width: `${column.width}rem` }}
              >
                {column.head === "" ? <span class="unseen">{t("Actions")}</span> : t(column.head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} {...oneStop}>
          <Gap rows={from} />
          {rows.slice(from, to).map((row, index) => (
            <tr key={keyOf(row)} aria-rowindex={from + index + 2} class={hrefOf ? "leads" : ""} onClick={(event) => open(event, row)}>
              {columns.map((column) => (
                <td key={column.head} class={classes(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Gap rows={rows.length - to} />
        </tbody>
      </table>
      {isReadingMore && <Loading what="Reading more" />}
      {rows.length > 0 && error !== null && error !== undefined && <Failure error={error} {...(again && { again })} />}
    </>
  );
};
