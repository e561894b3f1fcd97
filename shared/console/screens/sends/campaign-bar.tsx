import { useState } from "preact/hooks";
import { client } from "../../data/client.ts";
import { pairsOf } from "../../data/pairs.ts";
import { useAction } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { count } from "../../ui/numbers.ts";
import { cancelMatching } from "./bulk.ts";

/** Cancels everything that waits with the metadata of the filter, also what is not read yet. */
export const CampaignBar = ({ metadata, onChanged }: { readonly metadata: string; readonly onChanged: () => void }) => {
  const [isOpen, setOpen] = useState(false);
  const cancelling = useAction(() => cancelMatching((request) => client.sends.cancelMany(request), { ...pairsOf(metadata) }), {
    done: ({ cancelled, remaining }) =>
      `${count(cancelled, "send")} cancelled${remaining > 0 ? `; ${count(remaining, "send")} just being sent, try again in a minute` : ""}`,
    onDone: () => {
      setOpen(false);
      onChanged();
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel all that wait</Button>
      <Dialog
        title="Cancel all that wait?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          <Button kind="danger" isBusy={cancelling.isRunning} onClick={() => cancelling.run()}>
            Cancel all of {metadata}
          </Button>
        }
      >
        <p>
          Every send with <code>{metadata}</code> that has not left is cancelled, with its follow-ups. What they cost is not refunded.
        </p>
      </Dialog>
    </>
  );
};
