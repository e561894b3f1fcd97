import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

interface Choice {
  readonly text: string;
  readonly onChoose: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/** A button that opens a list of further actions below it. */
export const Menu = ({
  label,
  choices,
  children = "⋯",
}: {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly children?: ComponentChildren;
}) => {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = (isOpen: boolean): void => {
    const at = opener.current?.getBoundingClientRect();
    if (!isOpen || !at || !list.current) return;
    const { offsetWidth, offsetHeight, style } = list.current;
    style.left = `${Math.max(8, Math.min(at.right - offsetWidth, innerWidth - offsetWidth - 8))}px`;
    style.top = `${at.bottom + offsetHeight + 8 > innerHeight ? Math.max(8, at.top - offsetHeight - 4) : at.bottom + 4}px`;
  };
  return (
    <>
      <button ref={opener} type="button" class="button quiet small" popoverTarget={id} aria-label={label} aria-haspopup="menu">
        {children}
      </button>
      <div ref={list} id={id} popover="auto" class="menu" onToggle={({ newState }) => place(newState === "open")}>
        {choices.map(({ text, onChoose, isDanger = false, isDisabled = false }) => (
          <button
            key={text}
            type="button"
            class={isDanger ? "danger" : ""}
            disabled={isDisabled}
            onClick={() => {
              list.current?.hidePopover();
              onChoose();
            }}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  );
};
