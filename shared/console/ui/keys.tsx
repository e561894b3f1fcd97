import { signal } from "@preact/signals";
import { t } from "../data/language.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "./dialog.tsx";

/** A key that a screen listens to. */
export interface Key {
  /** As KeyboardEvent.key names it: `j`, `/`, `Escape`. */
  readonly key: string;
  /** What it does, in a few words. */
  readonly does: string;
  readonly run: () => void;
}

const sets = signal<readonly (readonly Key[])[]>([]);

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Listens to keys while the screen shows, except while the reader types or a dialog or menu is open; `?` lists them. Escape leaves a search, never a text. */
export const useKeys = (keys: readonly Key[]): void => {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    sets.value = [...sets.value, keys];
    return () => {
      sets.value = sets.value.filter((set) => set !== keys);
    };
  }, [keys.map(({ key, does }) => `${key} ${does}`).join("\n")]);
  // Before it is drawn: a key that is pressed as soon as the screen shows is heard.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector("dialog[open], .menu:popover-open")) return;
      if (isTyping(event)) {
        if (event.key === "Escape" && (event.target as HTMLInputElement).type === "search") (event.target as HTMLElement).blur();
        return;
      }
      const found = current.current.find(({ key }) => key === event.key);
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
};

/** The list of keys, opened by `?`; mounted once. */
export const KeyHelp = () => {
  const [isOpen, setOpen] = useState(false);
  useKeys([{ key: "?", does: "Show these keys", run: () => setOpen(true) }]);
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={() => setOpen(false)}>
      <dl class="keys">
        {sets.value.flat().map(({ key, does }) => (
          <div key={`${key} ${does}`}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
};
