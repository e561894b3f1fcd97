import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import type { Mailbox, ThreadCounts } from "../../../client/index.ts";
import { Field, Select } from "../../ui/field.tsx";
import { addressOf, type Filter, kinds, views } from "./filter.ts";
import { unread } from "../../data/live.ts";

/** How long after the last letter a search begins, ms. */
const PAUSE_MS = 250;

interface FiltersProps {
  readonly filter: Filter;
  readonly mailboxes: readonly Mailbox[];
  /** Tags to choose from; others can be typed. */
  readonly tags: readonly string[];
  readonly onChange: (filter: Filter) => void;
  /** The result of the search, as a sentence; undefined until it is answered. */
  readonly found: string | undefined;
  /** How many conversations there are; undefined until that is read. */
  readonly counts: ThreadCounts | undefined;
  /** Whom conversations can be given to, the reader first. */
  readonly people: readonly string[];
}

const Search = ({ q, onSearch, found }: { readonly q: string; readonly onSearch: (q: string) => void } & Pick<FiltersProps, "found">) => {
  const [text, setText] = useState(q);
  const timer = useRef<number>();
  useEffect(() => setText(q), [q]);
  const type = (typed: string): void => {
    setText(typed);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const isSearching = text.trim() !== q || (q !== "" && found === undefined);
  return (
    <>
      <Field
        label="Search"
        hidesLabel
        type="search"
        placeholder="Search whole words   /"
        maxLength={200}
        value={text}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          // Goes to the first result; while the search is running there is none.
          if ((event.key !== "Enter" && event.key !== "ArrowDown") || isSearching) return;
          event.preventDefault();
          document.querySelector<HTMLElement>(".mails [tabindex='0']")?.focus();
        }}
      />
      <p class={text === "" ? "unseen" : "told soft"} role="status">
        {text === "" ? "" : isSearching ? t("Searching for “{q}”…", { q: text.trim() }) : found}
      </p>
    </>
  );
};

/** How many conversations a view has; undefined where it is not told. */
const countIn = (view: string, { states, open_now: open, snoozed, needs_reply }: ThreadCounts): number | undefined =>
  ({ open, waiting: states.waiting, snoozed, needs_answer: needs_reply })[view];

/** Options of the counted names; what is chosen is one of them, although all of it may be done and not counted any more. */
const withChosen = (counted: readonly string[], chosen = ""): readonly (readonly [string, string])[] =>
  [...new Set([...counted, chosen])].filter((one) => one !== "").map((one) => [one, one]);

/** The views, each an address of its own. */
const Views = ({ filter, counts }: Pick<FiltersProps, "filter" | "counts">) => {
  const { view: current = "", kind: _, ...others } = filter;
  return (
    <nav class="views" aria-label={t("Views")}>
      {views.map(([view, name, about]) => (
        <a
          key={view}
          href={addressOf({ ...others, ...(view !== "" && { view }) })}
          aria-current={view === current ? "page" : undefined}
          title={t(about)}
        >
          {t(name)}
          {view === "unread" && unread.value > 0 && <b> {unread.value}</b>}
          {counts && (countIn(view, counts) ?? 0) > 0 && <small> {countIn(view, counts)}</small>}
        </a>
      ))}
    </nav>
  );
};

/** The filters of the list. All of them are in the address, so that a view can be shared. */
export const Filters = ({ filter, mailboxes, tags, onChange, found, counts, people }: FiltersProps) => {
  const { mailbox_id = "", kind = "", tag = "", assigned_to: assignee, label = "", q = "" } = filter;
  const panel = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const own = useRef<HTMLDivElement>(null);
  const without = <Name extends keyof Filter>(name: Name): Omit<Filter, Name> => {
    const { [name]: _, ...others } = filter;
    return others;
  };
  const place = (): void => {
    const at = opener.current?.getBoundingClientRect();
    if (!at || !own.current) return;
    own.current.style.left = `${Math.max(8, Math.min(at.right - own.current.offsetWidth, innerWidth - own.current.offsetWidth - 8))}px`;
    own.current.style.top = `${at.bottom + 4}px`;
  };
  const chosen = [
    ["mailbox_id", mailboxes.find(({ id }) => id === mailbox_id)?.email ?? mailbox_id],
    ["kind", t(kinds.find(([one]) => one === kind)?.[1] ?? "")],
    ["tag", tag === "" ? "" : t("tag {tag}", { tag })],
    ["assigned_to", assignee === undefined ? "" : assignee || t("Nobody's")],
    ["label", label === "" ? "" : t("label {label}", { label })],
  ] as const;
  const shown = chosen.filter(([, words]) => words !== "");
  return (
    <div class="narrow-down">
      <div class="row" role="search">
        <Search q={q} found={found} onSearch={(typed) => onChange({ ...without("q"), ...(typed !== "" && { q: typed }) })} />
        <button ref={opener} type="button" class="button" popoverTarget={panel} aria-haspopup="dialog">
          {t("Filter")}
          {shown.length > 0 && <b> {shown.length}</b>}
        </button>
        <div ref={own} id={panel} popover="auto" role="dialog" aria-label={t("Filter")} class="menu filter" onToggle={place}>
          <Select
            label="Mailbox"
            value={mailbox_id}
            options={[["", t("All mailboxes")], ...mailboxes.map(({ id, email }) => [id, email] as const)]}
            onChange={({ currentTarget: { value } }) => onChange({ ...without("mailbox_id"), ...(value !== "" && { mailbox_id: value }) })}
          />
          <Select
            label="Kind"
            value={kind}
            disabled={filter.view === "needs_answer" || filter.view === "bounced"}
            options={[["", t("All kinds")], ...kinds.map(([one, name]) => [one, t(name)] as const)]}
            onChange={({ currentTarget: { value } }) => {
              const one = kinds.find(([name]) => name === value)?.[0];
              onChange({ ...without("kind"), ...(one && { kind: one }) });
            }}
          />
          <Select
            label="Person"
            value={assignee === undefined ? "*" : assignee}
            options={[["*", t("Everybody's")], ["", t("Nobody's")], ...withChosen(people, assignee)]}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...without("assigned_to"), ...(value !== "*" && { assigned_to: value }) })
            }
          />
          <Select
            label="Label"
            value={label}
            options={[
              ["", t("All labels")],
              ...withChosen(
                (counts?.labels ?? []).map(({ label: one }) => one),
                label,
              ),
            ]}
            onChange={({ currentTarget: { value } }) => onChange({ ...without("label"), ...(value !== "" && { label: value }) })}
          />
          <Field
            label="Tag of our emails"
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // Leaving the field applies the typed text; then the filter is closed.
              event.currentTarget.blur();
              own.current?.hidePopover();
            }}
            placeholder="All tags"
            list="inbox-tags"
            maxLength={50}
            value={tag}
            onChange={({ currentTarget: { value } }) => onChange({ ...without("tag"), ...(value.trim() !== "" && { tag: value.trim() }) })}
          />
          <datalist id="inbox-tags">
            {tags.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </div>
      </div>
      <Views filter={filter} counts={counts} />
      {shown.length > 0 && (
        <ul class="chips plain" aria-label={t("Filters")}>
          {shown.map(([name, words]) => (
            <li key={name} class="chip">
              {words}
              <button
                type="button"
                class="icon"
                aria-label={t("Remove the filter {filter}", { filter: words })}
                onClick={() => onChange(without(name))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
