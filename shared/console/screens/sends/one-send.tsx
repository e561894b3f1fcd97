import { t } from "../../data/language.ts";
import type { Send, SendChanges } from "../../../client/index.ts";
import { Badge, Button, type Tone } from "../../ui/controls.tsx";
import { shownState } from "./filters.ts";
import { useState } from "preact/hooks";
import { fieldsOf, wordsOf } from "../../data/queries.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ownZone, When } from "./when.tsx";

const tones: Readonly<Record<string, Tone>> = {
  scheduled: "info",
  queued: "info",
  processing: "info",
  sent: "good",
  answered: "good",
  failed: "bad",
  bounced: "bad",
  complained: "bad",
};

/** The state of a send in a word. */
export const State = ({ of }: { readonly of: Send }) => {
  const state = shownState(of);
  return <Badge tone={tones[state] ?? "quiet"}>{t(state)}</Badge>;
};

interface MoveDialogProps {
  /** What is moved, such as "3 sends". */
  readonly what: string;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error?: unknown;
  readonly onClose: () => void;
  readonly onMove: (times: SendChanges) => void;
}

/** Asks for another time. */
export const MoveDialog = ({ what, isOpen, isBusy, error, onClose, onMove }: MoveDialogProps) => {
  const [at, setAt] = useState("");
  const [timezone, setTimezone] = useState(ownZone);
  const fields = fieldsOf(error);
  const errors = { at: fields["send_at.local"] ?? fields["scheduled_at"], timezone: fields["send_at.timezone"] };
  const isElsewhere = error !== undefined && error !== null && errors.at === undefined && errors.timezone === undefined;
  return (
    <Dialog
      title={t("Move {what}", { what })}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={isBusy} onClick={() => onMove({ scheduled_at: new Date() })}>
            Send now
          </Button>
          <Button kind="primary" isBusy={isBusy} disabled={at === ""} onClick={() => onMove({ send_at: { local: at, timezone } })}>
            Move
          </Button>
        </>
      }
    >
      <When at={at} timezone={timezone} onAt={setAt} onTimezone={setTimezone} errors={errors} />
      {isElsewhere && (
        <p class="error" role="alert">
          {wordsOf(error)}
        </p>
      )}
      <p class="soft">{t("It costs nothing. Its sending hours stay as they are.")}</p>
    </Dialog>
  );
};
