import type { CancelAnswer, CancelRequest, Send, SendChanges } from "../../../client/index.ts";
import { useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useAction } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { count } from "../../ui/numbers.ts";
import { toast } from "../../ui/toast.tsx";
import { MoveDialog } from "./one-send.tsx";

/** The result for one of many sends; `problem` is "" when it succeeded. */
interface Done {
  readonly id: string;
  readonly problem: string;
}

/** The most ids of a cancel request. */
const IDS_MAX = 1_000;
/** How many sends are moved at the same time. */
const AT_ONCE = 6;

const chunksOf = <T,>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

/** An error in the API's words, without the status; a conflict's say in which state the send is. */
const problemOf = (error: unknown): string => {
  const { message = String(error), details } = error as { readonly message?: string; readonly details?: unknown };
  return `${message.replace(/^\d{3} /, "")}${typeof details === "string" ? `: ${details}` : ""}`;
};

/** Cancels sends, a thousand at a time; a failed request is the problem of its sends only. */
export const cancelAll = async (
  cancel: (request: CancelRequest) => Promise<CancelAnswer>,
  ids: readonly string[],
): Promise<readonly Done[]> => {
  const done: Done[] = [];
  for (const chunk of chunksOf(ids, IDS_MAX)) {
    const results = await cancel({ ids: chunk }).then(
      (answer) => answer.results.map(({ id, error }) => ({ id, problem: error })),
      (error: unknown) => chunk.map((id) => ({ id, problem: problemOf(error) })),
    );
    done.push(...results);
  }
  return done;
};

/** The result for the sends with some metadata. */
interface CancelledMatching {
  readonly cancelled: number;
  /** How many could not be cancelled yet, because a worker holds them. */
  readonly remaining: number;
}

/** Cancels all waiting sends with these metadata pairs, a thousand at a time; ends when no request cancels any more. */
export const cancelMatching = async (
  cancel: (request: CancelRequest) => Promise<CancelAnswer>,
  metadata: Record<string, string>,
): Promise<CancelledMatching> => {
  for (let cancelled = 0; ;) {
    const { results, remaining } = await cancel({ metadata });
    const now = results.filter(({ error }) => error === "").length;
    cancelled += now;
    if (remaining === 0 || now === 0) return { cancelled, remaining };
  }
};

/** Moves sends to another time, a few at the same time; the order of the results is that of the ids. */
export const moveAll = async (
  update: (id: string, times: SendChanges) => Promise<Send>,
  ids: readonly string[],
  times: SendChanges,
): Promise<readonly Done[]> => {
  const done: Done[] = [];
  for (const chunk of chunksOf(ids, AT_ONCE)) {
    const results = chunk.map((id) =>
      update(id, times).then(
        () => ({ id, problem: "" }),
        (error: unknown) => ({ id, problem: problemOf(error) }),
      ),
    );
    done.push(...(await Promise.all(results)));
  }
  return done;
};

interface BulkBarProps {
  readonly chosen: ReadonlyMap<string, Send>;
  readonly onClear: () => void;
  readonly onChanged: () => void;
}

/** Which sends could not be changed, each with its reason. */
const Problems = ({
  done,
  chosen,
  onClose,
}: {
  readonly done: readonly Done[];
  readonly chosen: ReadonlyMap<string, Send>;
  readonly onClose: () => void;
}) => (
  <Dialog
    title={count(done.length, "send could not be changed", "sends could not be changed")}
    isOpen={done.length > 0}
    onClose={onClose}
    isWide
  >
    <ul class="problems">
      {done.map(({ id, problem }) => (
        <li key={id}>
          <a href={`/console/sends/${id}`}>{chosen.get(id)?.to_email ?? id}</a> <span class="error">{problem}</span>
        </li>
      ))}
    </ul>
  </Dialog>
);

/** The actions for the selected sends. */
export const BulkBar = ({ chosen, onClear, onChanged }: BulkBarProps) => {
  const [opened, setOpened] = useState<"" | "cancel" | "move">("");
  const [failed, setFailed] = useState<readonly Done[]>([]);
  const ids = [...chosen.keys()];
  const what = count(ids.length, "send");
  const finish = (said: (n: number) => string) => (done: readonly Done[]) => {
    const problems = done.filter(({ problem }) => problem !== "");
    setOpened("");
    setFailed(problems);
    if (problems.length < done.length) toast(said(done.length - problems.length));
    onChanged();
    if (problems.length === 0) onClear();
  };
  const cancelling = useAction(() => cancelAll((request) => client.sends.cancelMany(request), ids), {
    onDone: finish((n) => count(n, "send cancelled", "sends cancelled")),
  });
  const moving = useAction(
    (times: Parameters<typeof client.sends.update>[1]) => moveAll((id, to) => client.sends.update(id, to), ids, times),
    {
      onDone: finish((n) => count(n, "send moved", "sends moved")),
    },
  );
  return (
    <div class="bulk row" role="region" aria-label={t("Chosen sends")}>
      <span class="strong">{count(ids.length, "send chosen", "sends chosen")}</span>
      <Button kind="danger" onClick={() => setOpened("cancel")}>
        Cancel them
      </Button>
      <Button onClick={() => setOpened("move")}>Move them</Button>
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
      <Dialog
        title={t("Cancel {what}?", { what })}
        isOpen={opened === "cancel"}
        onClose={() => setOpened("")}
        actions={
          <Button kind="danger" isBusy={cancelling.isRunning} onClick={() => cancelling.run()}>
            {t("Cancel {what}", { what })}
          </Button>
        }
      >
        <p>{t("They will not leave, nor the follow-ups that wait for them. What they cost is not refunded.")}</p>
      </Dialog>
      <MoveDialog what={what} isOpen={opened === "move"} isBusy={moving.isRunning} onClose={() => setOpened("")} onMove={moving.run} />
      <Problems
        done={failed}
        chosen={chosen}
        onClose={() => {
          setFailed([]);
          onClear();
        }}
      />
    </div>
  );
};
