import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ThreadMessage } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { t } from "../../data/language.ts";
import { useAction } from "../../data/queries.ts";
import { isBound, may, session } from "../../data/session.ts";
import { Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Time } from "../../ui/time.tsx";

/** A note among the emails of its conversation; nobody outside sees it. */
export const Note = ({ threadId, note }: { readonly threadId: string; readonly note: ThreadMessage }) => {
  const [isAsking, setAsking] = useState(false);
  const remove = useAction(() => client.notes.delete(threadId, note.id), {
    done: "Note deleted",
    changes: [["threads"]],
    onDone: () => setAsking(false),
  });
  // A member deletes only his own.
  const isMine = !isBound() || note.from.name === session.value?.by;
  return (
    <article class="team-note" aria-label={t("Note")}>
      <header class="row">
        <b>{note.from.name || t("Note")}</b>
        <Time of={note.date} as="full" />
        {may("send") && isMine && (
          <Button kind="quiet" onClick={() => setAsking(true)}>
            Delete
          </Button>
        )}
      </header>
      <p>{note.reply_text}</p>
      <Dialog
        title="Delete this note for good?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <Button kind="danger" isBusy={remove.isRunning} onClick={() => remove.run()}>
            Delete
          </Button>
        }
      >
        <p class="cut">{note.snippet}</p>
      </Dialog>
    </article>
  );
};

/** Writes a note. */
export const NewNote = ({ threadId }: { readonly threadId: string }) => {
  const [text, setText] = useState<string>();
  const own = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLParagraphElement>(null);
  const wasOpen = useRef(false);
  // The form has the focus while it is there, and gives it back.
  useLayoutEffect(() => {
    if (wasOpen.current || text !== undefined)
      (own.current?.querySelector("textarea") ?? opener.current?.querySelector("button"))?.focus({ preventScroll: text === undefined });
    wasOpen.current = text !== undefined;
  }, [text === undefined]);
  const add = useAction(() => client.notes.add(threadId, { text: text ?? "" }), {
    done: "Note written",
    changes: [["threads"]],
    onDone: () => setText(undefined),
  });
  if (text === undefined)
    return (
      <p ref={opener}>
        <Button kind="quiet" onClick={() => setText("")}>
          Add a note
        </Button>
      </p>
    );
  return (
    <div ref={own} class="team-note">
      <TextArea
        label="Note"
        hint="Only your team sees it: it is never mailed."
        rows={3}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && text.trim() !== "") add.run();
        }}
      />
      <div class="row">
        <Button kind="quiet" onClick={() => setText(undefined)}>
          Cancel
        </Button>
        <Button isBusy={add.isRunning} disabled={text.trim() === ""} onClick={() => add.run()}>
          Save
        </Button>
      </div>
    </div>
  );
};
