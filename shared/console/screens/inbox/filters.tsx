import { useEffect, useRef, useState } from "preact/hooks";
import type { Mailbox } from "../../../client/index.ts";
import { Field, Select } from "../../ui/field.tsx";
import { type Filter, kinds } from "./filter.ts";
import type { useUnread } from "./threads.ts";

/** How long after the last letter a search begins, ms. */
const PAUSE_MS = 250;

interface FiltersProps {
  readonly filter: Filter;
  readonly mailboxes: readonly Mailbox[];
  /** Tags to choose from; others can be typed. */
  readonly tags: readonly string[];
  readonly unread: ReturnType<typeof useUnread>;
  readonly onChange: (filter: Filter) => void;
}

const Search = ({ q, onSearch }: { readonly q: string; readonly onSearch: (q: string) => void }) => {
  const [text, setText] = useState(q);
  const timer = useRef<number>();
  useEffect(() => setText(q), [q]);
  const type = (typed: string): void => {
    setText(typed);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (
    <Field
      label="Search"
      hidesLabel
      type="search"
      id="inbox-search"
      placeholder="Search whole words   /"
      maxLength={200}
      value={text}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  );
};

/** What narrows the list. Everything is in the address, so that a view can be shared. */
export const Filters = ({ filter, mailboxes, tags, unread, onChange }: FiltersProps) => {
  const { mailbox_id = "", kind = "", tag = "", q = "" } = filter;
  const without = <Name extends keyof Filter>(name: Name): Omit<Filter, Name> => {
    const { [name]: _, ...others } = filter;
    return others;
  };
  const countOf = (id: string): string => (unread.of(id) === "" ? "" : ` (${unread.of(id)})`);
  return (
    <div class="narrow-down" role="search">
      <div class="row">
        <Search q={q} onSearch={(typed) => onChange({ ...without("q"), ...(typed !== "" && { q: typed }) })} />
        <button
          type="button"
          class="button"
          aria-pressed={filter.unread === true}
          onClick={() => onChange(filter.unread ? without("unread") : { ...filter, unread: true })}
        >
          Unread{unread.all !== "" && <b> {unread.all}</b>}
        </button>
      </div>
      <div class="row">
        <Select
          label="Mailbox"
          hidesLabel
          value={mailbox_id}
          options={[["", "All mailboxes"], ...mailboxes.map(({ id, email }) => [id, `${email}${countOf(id)}`] as const)]}
          onChange={({ currentTarget: { value } }) => onChange({ ...without("mailbox_id"), ...(value !== "" && { mailbox_id: value }) })}
        />
        <Select
          label="Kind"
          hidesLabel
          value={kind}
          options={[["", "All kinds"], ...kinds]}
          onChange={({ currentTarget: { value } }) => {
            const chosen = kinds.find(([one]) => one === value)?.[0];
            onChange({ ...without("kind"), ...(chosen && { kind: chosen }) });
          }}
        />
        {(tags.length > 0 || tag !== "") && (
          <>
            <Field
              label="Tag of our emails"
              hidesLabel
              type="search"
              placeholder="All tags"
              list="inbox-tags"
              maxLength={50}
              value={tag}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...without("tag"), ...(value.trim() !== "" && { tag: value.trim() }) })
              }
            />
            <datalist id="inbox-tags">
              {tags.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </>
        )}
      </div>
    </div>
  );
};
