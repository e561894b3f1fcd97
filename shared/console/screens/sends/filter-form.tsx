import { t, worded } from "../../data/language.ts";
import { useEffect, useState } from "preact/hooks";
import type { Mailbox } from "../../../client/index.ts";
import { Button } from "../../ui/controls.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { addressOf, type Filter, noFilter, statuses } from "./filters.ts";

interface FilterFormProps {
  readonly filter: Filter;
  readonly mailboxes: readonly Mailbox[];
  /** What the API said about its fields. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onFilter: (filter: Filter) => void;
}

/** The filters that stand behind "More filters". */
const further = ["mailbox", "result", "tag", "metadata", "from", "until"] as const;

const errorAt = (errors: FilterFormProps["errors"], field: string): string | undefined =>
  Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];

const filterIn = (form: HTMLFormElement): Filter => ({ ...noFilter, ...(Object.fromEntries(new FormData(form)) as Partial<Filter>) });

/** The log's filters; each applies when it is changed. */
export const FilterForm = ({ filter, mailboxes, errors, onFilter }: FilterFormProps) => {
  const [shown, setShown] = useState(filter);
  const address = addressOf(filter);
  useEffect(() => setShown(filter), [address]);
  const own = (name: keyof Filter, field: string = name) => ({ name, value: shown[name], error: errorAt(errors, field) });
  const used = further.filter((name) => filter[name] !== "").length;
  return (
    <form
      class="stack"
      role="search"
      aria-label={t("Filters")}
      onInput={({ currentTarget }) => setShown(filterIn(currentTarget))}
      onChange={({ currentTarget }) => onFilter(filterIn(currentTarget))}
      onSubmit={(event) => event.preventDefault()}
    >
      <div class="filters">
        <Field label="Search" type="search" placeholder="Subject, part of a recipient, Message-ID" {...own("q")} />
        <Field label="Recipient" type="search" placeholder="jane@example.com" {...own("to")} />
        <Select label="State" {...own("status")} options={worded([["", "All"], ...statuses.map((status) => [status, status] as const)])} />
        {address !== "" && (
          <Button kind="quiet" onClick={() => onFilter(noFilter)}>
            Clear
          </Button>
        )}
      </div>
      <details open={used > 0}>
        <summary>
          {t("More filters")}
          {used > 0 ? ` (${used})` : ""}
        </summary>
        <div class="filters">
          <Select
            label="Mailbox"
            {...own("mailbox", "mailbox_id")}
            options={[["", t("All")], ...mailboxes.map(({ id, email }) => [id, email] as const)]}
          />
          <Select
            label="Result"
            {...own("result")}
            options={worded([
              ["", "All"],
              ["replied", "answered"],
              ["unanswered", "not answered"],
              ["bounced", "bounced"],
            ])}
          />
          <Field label="Tag" {...own("tag")} />
          <Field label="Metadata" placeholder="campaign=spring" {...own("metadata")} />
          <Field label="Accepted from" type="date" {...own("from", "since")} />
          <Field label="Accepted until" type="date" {...own("until")} />
        </div>
      </details>
    </form>
  );
};
