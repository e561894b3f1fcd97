import type { ComponentChildren } from "preact";
import { Button, Copy } from "./controls.tsx";

/** The end of a dialog that shows a value only this once: what to do with it, the value to copy, and Done. */
export const ShownOnce = ({
  value,
  copy,
  onClose,
  children,
}: {
  readonly value: string;
  /** The words on the button that copies it. */
  readonly copy: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) => (
  <>
    <p>{children}</p>
    <div class="row">
      <code class="key">{value}</code>
      <Copy text={value} label={copy} />
    </div>
    <footer>
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    </footer>
  </>
);
