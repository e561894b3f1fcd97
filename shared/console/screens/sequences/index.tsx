import { useRoute } from "preact-iso";
import type { Sequence } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useList } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { LinkButton, Status } from "../../ui/controls.tsx";
import { number } from "../../ui/numbers.ts";
import { Empty, Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { nameOf } from "./cells.ts";
import { OneSequence } from "./sequence.tsx";

const columns: readonly Column<Sequence>[] = [
  { head: "Name", cell: (one) => <a href={`/console/sequences/${one.id}`}>{nameOf(one)}</a> },
  { head: "State", cell: ({ status }) => <Status of={status} />, width: 7 },
  { head: "People", cell: ({ people }) => number(people), isNumber: true, width: 5 },
  { head: "Steps", cell: ({ steps }) => steps.length, isNumber: true, isMinor: true, width: 5 },
  { head: "Made", cell: ({ created_at }) => <Time of={created_at} />, isNumber: true, isMinor: true, width: 7 },
];

/** The account's sequences, newest first. */
const SequenceList = () => {
  const list = useList(
    ["sequences"],
    () => client.sequences.list(),
    ({ sequences }) => sequences,
  );
  return (
    <Page
      title={t("Sequences")}
      above={["/console/sends", "Sends"]}
      about={t("A first email and its reminders, for many people.")}
      actions={
        may("send") &&
        list.rows.length > 0 && (
          <LinkButton kind="primary" href="/console/sequences/new">
            New sequence
          </LinkButton>
        )
      }
    >
      <Table
        label="Sequences"
        columns={columns}
        list={list}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/console/sequences/${id}`}
        empty={
          <Empty
            title="No sequence yet"
            action={
              may("send") ? (
                <LinkButton kind="primary" href="/console/sequences/new">
                  New sequence
                </LinkButton>
              ) : (
                <LinkButton href="/docs/sequences">How to make one</LinkButton>
              )
            }
          >
            Write the steps, paste a list, and see who gets what when before anything leaves.
          </Empty>
        }
      />
    </Page>
  );
};

/** The screen "Sequences": the list, or the one that the address names. */
const Sequences = () => {
  const { id } = useRoute().params;
  return id === undefined || id === "" ? <SequenceList /> : <OneSequence key={id} id={id} />;
};

export default Sequences;
