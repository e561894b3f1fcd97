import type { ComponentChildren } from "preact";
import { t } from "../data/language.ts";
import { useId, useRef, useState } from "preact/hooks";

interface Choice {
  readonly text: string;
  readonly onChoose: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/** A button that opens a list of actions below it: arrow keys, Home and End move in it, Escape closes it (WAI-ARIA Practices, "Menu Button"). */
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
  const [isOpen, setOpen] = useState(false);
  const items = (): readonly HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)") ?? [])];
  const step = (to: number): void =>
    items()
      .at(to % Math.max(1, items().length))
      ?.focus();
  const onKey = (event: KeyboardEvent): void => {
    const at = items().indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Tab") list.current?.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    step(to);
  };
  const place = (opens: boolean): void => {
    const at = opener.current?.getBoundingClientRect();
    setOpen(opens);
    if (!opens || !at || !list.current) return;
    const { offsetWidth, offsetHeight, style } = list.current;
    style.left = `${Math.max(8, Math.min(at.right - offsetWidth, innerWidth - offsetWidth - 8))}px`;
    style.top = `${at.bottom + offsetHeight + 8 > innerHeight ? Math.max(8, at.top - offsetHeight - 4) : at.bottom + 4}px`;
  };
  const first = choices.find(({ isDisabled = false }) => !isDisabled)?.text;
  return (
    <>
      <button
        ref={opener}
        type="button"
        class="button quiet small"
        popoverTarget={id}
        aria-label={t(label)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          list.current?.showPopover();
        }}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={t(label)}
        class="menu"
        onKeyDown={onKey}
        onToggle={({ newState }) => place(newState === "open")}
      >
        {/* The browser gives the focus to what has `autofocus` while it opens, so that the next key is the menu's already. */}
        {choices.map(({ text, onChoose, isDanger = false, isDisabled = false }) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            autofocus={text === first}
            class={isDanger ? "danger" : ""}
            disabled={isDisabled}
            onClick={() => {
              list.current?.hidePopover();
              onChoose();
            }}
          >
            {t(text)}
          </button>
        ))}
      </div>
    </>
  );
};
