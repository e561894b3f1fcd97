import { useState } from "preact/hooks";
import type { Send } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useAction } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { count } from "../../ui/numbers.ts";
import { toast } from "../../ui/toast.tsx";
import { cancelAll, type Done, moveAll } from "./bulk.ts";
import { MoveDialog } from "./move-dialog.tsx";

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
