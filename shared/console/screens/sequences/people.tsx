import { useState } from "preact/hooks";
import type { Sequence, SequenceRecipient } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useAction, useList } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Badge, Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { cellOf } from "./cells.ts";

/** What became of one step of a person, leading to its email. */
const StepCell = ({ of, isPaused }: { readonly of: SequenceRecipient["steps"][number] | undefined; readonly isPaused: boolean }) => {
  if (!of) return <span class="soft">–</span>;
  const { state, tone, at, isPlan = false, why = "" } = cellOf(of, isPaused, Date.now());
  return (
    <a class="step-cell" href={`/console/sends/${of.send_id}`} title={why}>
      <Badge tone={tone}>{t(state)}</Badge>
      <small>
        {at === undefined ? why : isPlan ? mixed("until {time}", { time: <Time of={at} as="full" /> }) : <Time of={at} as="full" />}
      </small>
    </a>
  );
};

const Who = ({ of: { email, name, removed_at } }: { readonly of: SequenceRecipient }) => (
  <span class="step-cell" title={email}>
    <span class={removed_at === undefined ? "strong" : "soft"}>{name || email}</span>
    <small>{removed_at !== undefined ? t("removed") : name && email}</small>
  </span>
);

/** A sequence's people, those added last first: a row for each, and a column for each step. */
export const People = ({ sequence: { id, steps, status } }: { readonly sequence: Sequence }) => {
  const list = useList(
    ["sequences", id, "people"],
    () => client.sequences.listRecipients(id),
    ({ recipients }) => recipients,
  );
  const [leaving, setLeaving] = useState<SequenceRecipient>();
  const removing = useAction((one: SequenceRecipient) => client.sequences.removeRecipient(id, one.id), {
    done: "Removed",
    changes: [["sequences"]],
    onDone: () => setLeaving(undefined),
  });
  const columns: Column<SequenceRecipient>[] = [
    { head: "Person", cell: (one) => <Who of={one} /> },
    ...steps.map(({ step }) => ({
      head: t("Step {n}", { n: step }),
      cell: (one: SequenceRecipient) => <StepCell of={one.steps.find((other) => other.step === step)} isPaused={status === "paused"} />,
    })),
  ];
  if (may("send"))
    columns.push({
      head: "",
      width: 5.5,
      isNumber: true,
      cell: (one) =>
        one.removed_at === undefined && (
          <button
            type="button"
            class="button quiet small"
            aria-label={t("Remove {name}", { name: one.email })}
            onClick={() => setLeaving(one)}
          >
            {t("Remove")}
          </button>
        ),
    });
  return (
    <>
      <div class="scrolls by-steps" tabIndex={0} role="region" aria-label={t("People and their steps")}>
        <div style={{ minWidth: `${14 + 9 * steps.length}rem` }}>
          <Table
            label="People"
            columns={columns}
            list={list}
            keyOf={(one) => one.id}
            empty={<Empty title="Nobody is in it yet">Paste a list: the first step leaves at once.</Empty>}
          />
        </div>
      </div>
      <Dialog
        title={t("Remove {name}?", { name: leaving?.email ?? "" })}
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        actions={
          <Button kind="danger" isBusy={removing.isRunning} onClick={() => leaving && removing.run(leaving)}>
            Remove
          </Button>
        }
      >
        <p>{t("What waits is cancelled without a refund, and the person cannot be added again.")}</p>
      </Dialog>
    </>
  );
};
