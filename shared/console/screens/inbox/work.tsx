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
import { toast } from "../../ui/toast.tsx";
import { fasterIn, personIn, refusalOf } from "./person.ts";

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

/** Longer conversations are not marked at once where their server is told. */
const MARKED_MAX = 200;

/** What is put away is read, also where nobody opened it. */
const readIn = ({ unread_count: unread, message_count: emails }: Thread): ThreadChanges =>
  unread > 0 && emails <= MARKED_MAX ? { is_read: true } : {};

interface WorkFacts {
  /** The conversations that a key or a button changes: those that are selected, else the one in focus. */
  readonly targets: readonly Thread[];
  /** Whether they are those that are selected. */
  readonly areSelected: boolean;
  readonly people: readonly string[];
  /** Whether these are all people. */
  readonly isWhole: boolean;
  readonly labels: readonly string[];
  /** With what was changed, whether it had been selected then, and whether a change was taken back. */
  readonly onDone: (changed: readonly Thread[], wereSelected: boolean, isUndone: boolean) => void;
}

/** A request to change them, and what is said once it is done. */
interface Asking {
  readonly all: readonly (readonly [string, ThreadChanges])[];
  readonly isUndone: boolean;
  readonly said?: { readonly words: string; readonly undo: () => void } | undefined;
}

/** Changes of conversations, with their keys, and the dialog that asks for what a change needs. */
export const useWork = ({ targets, areSelected, people, isWhole, labels, onDone }: WorkFacts) => {
  const [asked, setAsked] = useState<Asked>();
  const [unknown, setUnknown] = useState<string>();
  const given = useRef<HTMLFormElement>(null);
  /** What the reader saw of them when the dialog was opened. */
  const seen = useRef<readonly Thread[]>([]);
  const undo = useRef<() => void>();
  const change = useAction(
    async ({ all, isUndone, said }: Asking) => {
      const answers = await Promise.allSettled(all.map(async ([id, changes]) => client.threads.update(id, changes)));
      onDone(
        answers.flatMap((one) => (one.status === "fulfilled" ? [one.value] : (fasterIn(one.reason) ?? []))),
        areSelected,
        isUndone,
      );
      const refused = answers.find(({ status }) => status === "rejected");
      if (refused?.status === "rejected") throw refusalOf(refused.reason);
      if (said) toast(said.words, "good", said.undo);
    },
    { changes: [["threads"]] },
  );
  /** Changes them; what is said of it can be taken back. */
  const run = (changesOf: (thread: Thread) => ThreadChanges, words?: string): void => {
    setAsked(undefined);
    if (targets.length === 0) return;
    const before = targets.map((thread) => {
      const { id, state, snoozed_until: until } = thread;
      const { folder, is_read: isRead } = changesOf(thread);
      return [id, { state, snoozed_until: until ?? null, ...(folder && { folder: "inbox" }), ...(isRead && { is_read: false }) }] as const;
    });
    const takeBack = (): void => {
      undo.current = undefined;
      change.run({ all: before, isUndone: true });
    };
    if (words !== undefined) undo.current = takeBack;
    const said = words === undefined ? undefined : { words, undo: takeBack };
    change.run({ all: targets.map((thread) => [thread.id, changesOf(thread)]), isUndone: false, said });
  };
  const ask = (what: Asked) => (): void => {
    seen.current = targets;
    setUnknown(undefined);
    setAsked(targets.length === 0 ? undefined : what);
  };
  const isDone = targets.length > 0 && targets.every(({ state }) => state === "done");
  const toggle = (): void =>
    isDone ? run(() => ({ state: "open" }), "Open again") : run((thread) => ({ state: "done", ...readIn(thread) }), "Done");
  const trash = (): void => run((thread) => ({ folder: "trash", state: "done", ...readIn(thread) }), "In the trash");
  // What all of them have: what only some have stays theirs.
  const [first, ...others] = targets;
  const labelled = first?.labels.filter((label) => others.every((one) => one.labels.includes(label))) ?? [];
  const assignee = first && others.every((one) => one.assigned_to === first.assigned_to) ? first.assigned_to : "";
  const keys: readonly Key[] = [
    { key: "e", does: "Done, or open again", run: toggle },
    { key: "z", does: "Take it back: done or snoozed", run: () => undo.current?.() },
    { key: "h", does: "Snooze", run: ask("snooze") },
    { key: "a", does: "Assign", run: ask("assign") },
    { key: "l", does: "Label", run: ask("label") },
    { key: "#", does: "To the trash, also at the provider", run: trash },
  ];
  const buttons = (
    <>
      <Button kind="quiet" title="e" onClick={toggle}>
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
      <Button kind="quiet" title="#" onClick={trash}>
        Trash
      </Button>
    </>
  );
  const submit = (event: Event): void => {
    event.preventDefault();
    const text = (given.current?.querySelector("input")?.value ?? "").trim();
    const own = ({ labels: all }: Thread): readonly string[] => all.filter((label) => !labelled.includes(label));
    if (asked === "label") return run((thread) => ({ labels: [...new Set([...own(thread), ...labelsIn(text)])] }));
    const person = personIn(text, people, isWhole);
    setUnknown(person === undefined ? text : undefined);
    // Who takes it has seen that nobody else did.
    const revisionOf = ({ id, revision }: Thread): number => seen.current.find((one) => one.id === id)?.revision ?? revision;
    if (person !== undefined) run((thread) => ({ assigned_to: person, revision: revisionOf(thread) }));
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
              <button type="button" class="button quiet" onClick={() => run(() => ({ snoozed_until: at.toISOString() }), "Snoozed")}>
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
            error={unknown === undefined ? undefined : t("Nobody here is called {name}.", { name: unknown })}
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
