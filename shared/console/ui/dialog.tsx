import { t } from "../data/language.ts";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./controls.tsx";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons at its end; Cancel is before them. */
  readonly actions?: ComponentChildren;
  /** As wide as a form with two columns. */
  readonly isWide?: boolean;
}

/** A modal dialog: Escape and a click beside it close it, and the focus returns to where it was. */
export const Dialog = ({ title, isOpen, onClose, children, actions, isWide = false }: DialogProps) => {
  const own = useRef<HTMLDialogElement>(null);
  const id = useId();
  // With the render itself: a key pressed in between would meet a dialog that is neither open nor closed.
  useLayoutEffect(() => {
    const dialog = own.current;
    if (isOpen && !dialog?.open) dialog?.showModal();
    if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);
  return (
    <dialog
      ref={own}
      class={isWide ? "wide" : ""}
      aria-labelledby={id}
      onCancel={(event) => {
        // A choice of files inside that is given up bubbles to here.
        if (event.target !== own.current) return;
        // The browser would close it at once and tell so later: a key that opens it again in between would be lost.
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // It comes late: whoever has opened it again meanwhile keeps it open.
        if (isOpen && own.current?.open !== true) onClose();
      }}
      onClick={({ target }) => {
        if (target === own.current) onClose();
      }}
    >
      {isOpen && (
        <div class="dialog">
          <h2 id={id}>{t(title)}</h2>
          {children}
          {actions !== undefined && (
            <footer>
              <Button kind="quiet" onClick={onClose}>
                Cancel
              </Button>
              {actions}
            </footer>
          )}
        </div>
      )}
    </dialog>
  );
};

interface FormDialogProps extends Omit<DialogProps, "actions"> {
  /** The words of the button that sends the form. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly onSubmit: (form: HTMLFormElement) => void;
}

/** A dialog with a form, which its last button and the Enter key send. */
export const FormDialog = ({ action, isBusy, onSubmit, children, ...dialog }: FormDialogProps) => {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      actions={
        <Button type="submit" form={id} kind="primary" isBusy={isBusy}>
          {action}
        </Button>
      }
    >
      <form
        id={id}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event.currentTarget);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
};
