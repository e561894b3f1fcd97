import { useState } from "preact/hooks";
import type { SendChanges } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { fieldsOf, wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ownZone, When } from "./when.tsx";

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
