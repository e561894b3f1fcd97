import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { eventTypes, type Event } from "../../../client/index.ts";
import { hasOlder, latestEvents, readOlder } from "../../data/live.ts";
import { t } from "../../data/language.ts";
import { useAction } from "../../data/queries.ts";
import { Badge, Button, Copy } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/field.tsx";
import { count } from "../../ui/numbers.ts";
import { Empty, Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { aboutOf, hrefOf, toneOf } from "./about.ts";

const columnsWith = (open: (event: Event) => void): readonly Column<Event>[] => [
  {
    head: "Event",
    width: 10.5,
    cell: (event) => (
      <button type="button" class="link" onClick={() => open(event)}>
        <Badge tone={toneOf(event.type)}>{event.type}</Badge>
      </button>
    ),
  },
  {
    head: "About",
    cell: (event) => {
      const href = hrefOf(event);
      return href === undefined ? aboutOf(event) : <a href={href}>{aboutOf(event)}</a>;
    },
  },
  { head: "Number", cell: ({ sequence }) => sequence, width: 6, isNumber: true, isMinor: true },
  { head: "Time", cell: ({ created_at }) => <Time of={created_at} as="full" />, width: 12, isMinor: true },
];

const Details = ({ of: event }: { readonly of: Event }) => {
  const json = JSON.stringify(event, null, 2);
  return (
    <>
      <p>
        <Time of={event.created_at} as="full" /> <Copy text={json} />
      </p>
      <pre class="words">{json}</pre>
    </>
  );
};

/** The screen "Events": the newest of the feed, as they happen, and older ones on request. */
const Events = () => {
  const { query, route } = useLocation();
  const { type = "" } = query;
  const [opened, setOpened] = useState<Event>();
  const older = useAction(readOlder);
  const rows = latestEvents.value.filter((event) => type === "" || event.type === type);
  return (
    <Page title={t("Events")} about={t("What happens, as it happens, and what has happened in the last 30 days.")}>
      <div class="filters" role="search" aria-label={t("Filters")}>
        <Select
          label="Type"
          value={type}
          options={[["", t("All")], ...eventTypes.map((known) => [known, known] as const)]}
          onChange={({ currentTarget }) => route(`/console/events${currentTarget.value === "" ? "" : `?type=${currentTarget.value}`}`)}
        />
      </div>
      <Table
        label="Events"
        columns={columnsWith(setOpened)}
        list={{ rows }}
        keyOf={({ id }) => id}
        empty={
          type === "" ? (
            <Empty title="Nothing has happened yet">Connect a mailbox, or send an email: what happens then appears here.</Empty>
          ) : (
            <Empty title={t("None of these events is {type}", { type })}>It appears here as soon as it happens.</Empty>
          )
        }
      />
      {hasOlder.value && (
        <div class="row">
          <Button isBusy={older.isRunning} onClick={() => older.run()}>
            Show older events
          </Button>
          <span class="soft">{count(latestEvents.value.length, "event read", "events read")}</span>
        </div>
      )}
      <Dialog title={opened?.type ?? "Event"} isOpen={opened !== undefined} onClose={() => setOpened(undefined)} isWide>
        {opened && <Details of={opened} />}
      </Dialog>
    </Page>
  );
};

export default Events;
