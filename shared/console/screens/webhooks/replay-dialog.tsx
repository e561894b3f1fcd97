import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";

const FORM = "replay-form";

/** Posts the events since a time again. */
export const ReplayDialog = ({ id, isOpen, onClose }: { readonly id: string; readonly isOpen: boolean; readonly onClose: () => void }) => {
  const replay = useAction((since: Date) => client.webhooks.replay(id, { since }), {
    done: ({ queued }) => `${queued} ${queued === 1 ? "event is" : "events are"} posted again`,
    changes: [["webhooks", id]],
    showsError: true,
    onDone: onClose,
  });
  const { since = replay.error === null ? undefined : wordsOf(replay.error) } = fieldsOf(replay.error);
  return (
    <Dialog
      title="Post events again"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={FORM} isBusy={replay.isRunning}>
          Post again
        </Button>
      }
    >
      <form
        id={FORM}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          replay.run(new Date(new FormData(event.currentTarget).get("since") as string));
        }}
      >
        <Field
          label="Since"
          name="since"
          type="datetime-local"
          required
          error={since}
          hint="At most 1,000 events, with the ids that they had: a program that knows an id leaves it out."
        />
      </form>
    </Dialog>
  );
};
