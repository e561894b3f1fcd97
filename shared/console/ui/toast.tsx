import { signal } from "@preact/signals";
import { t } from "../data/language.ts";

type Tone = "good" | "bad";

interface Note {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
  /** Takes back what was done; undefined where that cannot be. */
  readonly undo: (() => void) | undefined;
}

const notes = signal<readonly Note[]>([]);
let last = 0;

const remove = (id: number): void => {
  notes.value = notes.value.filter((note) => note.id !== id);
};

/** Shows the result of an action at the screen's edge: for 5 seconds, or 12 for an error and for what can be taken back. */
export const toast = (text: string, tone: Tone = "good", undo?: () => void): void => {
  const id = ++last;
  // Of what can be taken back the last alone is offered.
  const others = notes.value.filter((note) => undo === undefined || note.undo === undefined);
  notes.value = [...others.slice(-3), { id, text, tone, undo }];
  window.setTimeout(() => remove(id), tone === "bad" || undo ? 12_000 : 5_000);
};

/** Where toasts are shown; mounted once. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {notes.value.map(({ id, text, tone, undo }) => (
      <p key={id} class={`toast ${tone}`}>
        <span>{t(text)}</span>
        {undo && (
          <button
            type="button"
            class="link"
            onClick={() => {
              remove(id);
              undo();
            }}
          >
            {t("Take it back")}
          </button>
        )}
        <button type="button" class="icon" aria-label={t("Close")} onClick={() => remove(id)}>
          ×
        </button>
      </p>
    ))}
  </div>
);
