import { useRef, useState } from "preact/hooks";
import type { Thread, ThreadChanges } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { t } from "../../data/language.ts";
import { useAction } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import type { Key } from "../../ui/keys.tsx";
import { Time } from "../../ui/time.tsx";

/** What is asked for in a dialog. */
type Asked = "snooze" | "assign" | "label";

const HOUR_MS = 3_600_000;
/** When the mornings of snoozes begin, hours of the reader's clock. */
const MORNING = 9;

const morningIn = (days: number, now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);

/** The ends of a snooze that are offered, in the reader's zone. */
const snoozes = (now: Date): readonly (readonly [string, Date])[] => [
  ["In three hours", new Date(now.getTime() + 3 * HOUR_MS)],
  ["Tomorrow morning", morningIn(1, now)],
  ["On Monday morning", morningIn((8 - now.getDay()) % 7 || 7, now)],
  ["In a week", morningIn(7, now)],
];

/** The labels in a text, which commas part: each once, the first ten. */
const labelsIn = (text: string): string[] =>
  [...new Set(text.split(",").map((label) => label.trim()))].filter((label) => label !== "").slice(0, 10);

interface WorkFacts {
  /** The conversations that a key or a button changes: those that are selected, else the one in focus. */
  readonly targets: readonly Thread[];
  /** Whether they are those that are selected. */
  readonly areSelected: boolean;
  readonly people: readonly string[];
  readonly labels: readonly string[];
  /** With what was changed, and whether it had been selected then. */
  readonly onDone: (changed: readonly Thread[], wereSelected: boolean) => void;
}

/** Changes of conversations, with their keys, and the dialog that asks for what a change needs. */
export const useWork = ({ targets, areSelected, people, labels, onDone }: WorkFacts) => {
  const [asked, setAsked] = useState<Asked>();
  const given = useRef<HTMLFormElement>(null);
  const change = useAction(
    async (all: readonly (readonly [string, ThreadChanges])[]) => {
      const answers = await Promise.allSettled(all.map(async ([id, changes]) => client.threads.update(id, changes)));
      onDone(
        answers.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
        areSelected,
      );
      const refused = answers.find(({ status }) => status === "rejected");
      if (refused?.status === "rejected") throw refused.reason;
    },
    { changes: [["threads"]] },
  );
  const run = (changesOf: (thread: Thread) => ThreadChanges): void => {
    setAsked(undefined);
    if (targets.length > 0) change.run(targets.map((thread) => [thread.id, changesOf(thread)]));
  };
  const ask = (what: Asked) => (): void => setAsked(targets.length === 0 ? undefined : what);
  const isDone = targets.length > 0 && targets.every(({ state }) => state === "done");
  const toggle = (): void => run(() => ({ state: isDone ? "open" : "done" }));
  // What all of them have: what only some have stays theirs.
  const [first, ...others] = targets;
  const labelled = first?.labels.filter((label) => others.every((one) => one.labels.includes(label))) ?? [];
  const assignee = first && others.every((one) => one.assigned_to === first.assigned_to) ? first.assigned_to : "";
  const keys: readonly Key[] = [
    { key: "e", does: "Done, or open again", run: toggle },
    { key: "h", does: "Snooze", run: ask("snooze") },
    { key: "a", does: "Assign", run: ask("assign") },
    { key: "l", does: "Label", run: ask("label") },
    { key: "#", does: "To the trash, also at the provider", run: () => run(() => ({ folder: "trash", state: "done" })) },
  ];
  const buttons = (
    <>
      <Button kind="quiet" title="e" isBusy={change.isRunning} onClick={toggle}>
        {isDone ? "Open again" : "Done"}
      </Button>
      <Button kind="quiet" title="h" onClick={ask("snooze")}>
        Snooze
      </Button>
      <Button kind="quiet" title="a" onClick={ask("assign")}>
        Assign
      </Button>
      <Button kind="quiet" title="l" onClick={ask("label")}>
        Label
      </Button>
    </>
  );
  const submit = (event: Event): void => {
    event.preventDefault();
    const text = (given.current?.querySelector("input")?.value ?? "").trim();
    const own = ({ labels: all }: Thread): readonly string[] => all.filter((label) => !labelled.includes(label));
    run((thread) => (asked === "assign" ? { assigned_to: text } : { labels: [...new Set([...own(thread), ...labelsIn(text)])] }));
  };
  const isForm = asked === "assign" || asked === "label";
  const value = asked === "assign" ? assignee : labelled.join(", ");
  const dialog = (
    <Dialog
      title={asked === "snooze" ? "Snooze" : asked === "assign" ? "Assign" : "Label"}
      isOpen={asked !== undefined}
      onClose={() => setAsked(undefined)}
      actions={isForm ? <Button onClick={() => given.current?.requestSubmit()}>Save</Button> : undefined}
    >
      {targets.length > 1 && <p class="soft">{t("{n} selected", { n: targets.length })}</p>}
      {asked === "snooze" && (
        <ul class="plain snoozes">
          {snoozes(new Date()).map(([name, at]) => (
            <li key={name}>
              <button type="button" class="button quiet" onClick={() => run(() => ({ snoozed_until: at.toISOString() }))}>
                {t(name)} <Time of={at.toISOString()} as="full" />
              </button>
            </li>
          ))}
          {targets.some(({ snoozed_until: until }) => until !== undefined) && (
            <li>
              <button type="button" class="button quiet" onClick={() => run(() => ({ snoozed_until: null }))}>
                {t("End the snooze")}
              </button>
            </li>
          )}
        </ul>
      )}
      {isForm && (
        <form ref={given} onSubmit={submit}>
          <Field
            label={asked === "assign" ? "Person" : "Labels"}
            hint={asked === "assign" ? "Empty: nobody has it." : "Up to ten, with commas between them."}
            name="given"
            maxLength={asked === "assign" ? 64 : 510}
            list="work-known"
            autoFocus
            defaultValue={value}
          />
          <datalist id="work-known">
            {(asked === "assign" ? people : labels).map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </form>
      )}
    </Dialog>
  );
  return { keys, buttons, dialog };
};
