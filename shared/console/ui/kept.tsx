import { useEffect, useRef, useState } from "preact/hooks";
import { Autosave, type Keeping, type Wanted } from "../data/autosave.ts";
import type { Saved } from "../data/drafts.ts";
import type { Send } from "../../client/index.ts";
import { t } from "../data/language.ts";
import { wordsOf } from "../data/queries.ts";
import { Button } from "./controls.tsx";

/** Keeps a form's draft in the account while it is open. `wanted` is asked whenever something is to be saved. */
export const useAutosave = (
  name: string,
  key: string,
  saved: Saved | undefined,
  wanted: () => Wanted,
  onSaved: (saved: Saved | undefined) => void,
) => {
  const [keeping, setKeeping] = useState<Keeping>({ kind: "nothing" });
  const now = useRef({ wanted, onSaved });
  now.current = { wanted, onSaved };
  const autosave = useRef<Autosave>();
  const open = (): Autosave => {
    const made = new Autosave(
      key,
      saved,
      () => now.current.wanted(),
      (kept, how) => {
        now.current.onSaved(kept);
        setKeeping(how);
      },
    );
    setKeeping(made.keeping);
    return (autosave.current = made);
  };
  useEffect(() => {
    const made = open();
    made.changed();
    const online = (): void => made.changed(0);
    // The page may be closed now, and another device opened.
    const hidden = (): void => (document.hidden ? made.hurry() : undefined);
    addEventListener("online", online);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      removeEventListener("online", online);
      document.removeEventListener("visibilitychange", hidden);
      // What was written last is saved although the form closes.
      void made.close();
    };
  }, [name, key]);
  return { keeping, autosave };
};

const WORDS: Readonly<Partial<Record<Keeping["kind"], string>>> = {
  saving: "Saving the draft…",
  saved: "The draft is saved in the account.",
  away: "The draft is kept in this browser, and saved in the account when the service answers again.",
};

interface KeptProps {
  readonly keeping: Keeping;
  /** The text as it stands here. */
  readonly mine: string;
  readonly onMine: (theirs: Send) => void;
  readonly onTheirs: (theirs: Send) => Promise<void>;
  /** Goes on with what is written here as a new draft. */
  readonly onAnew: () => void;
}

const Conflict = ({ theirs, mine, onMine, onTheirs }: Omit<KeptProps, "keeping" | "onAnew"> & { readonly theirs: Send }) => (
  <div class="conflict note stack" role="alert">
    <p>{t("This draft was changed on another device. Nothing is lost: choose which text goes on.")}</p>
    <div class="columns">
      <section class="stack">
        <h3>{t("Written here")}</h3>
        <pre class="mail-text">{mine}</pre>
        <Button onClick={() => onMine(theirs)}>Go on with this one</Button>
      </section>
      <section class="stack">
        <h3>{t("Written there")}</h3>
        <pre class="mail-text">{theirs.body_text}</pre>
        <Button onClick={() => void onTheirs(theirs)}>Go on with that one</Button>
      </section>
    </div>
  </div>
);

/** Says how far the account has what is written, and lets its writer decide where two devices wrote. */
export const Kept = ({ keeping, onAnew, ...texts }: KeptProps) => {
  if (keeping.kind === "conflict") return <Conflict theirs={keeping.theirs} {...texts} />;
  if (keeping.kind === "gone")
    return (
      <p class="error" role="alert">
        {t(
          keeping.status === "" || keeping.status === "cancelled"
            ? "This draft was deleted already, perhaps on another device."
            : "This draft was sent already, perhaps on another device.",
        )}{" "}
        <Button onClick={onAnew}>Go on as a new draft</Button>
      </p>
    );
  if (keeping.kind === "refused")
    return <p class="soft">{t("The draft is kept in this browser only: {problem}", { problem: wordsOf(keeping.error) })}</p>;
  const words = WORDS[keeping.kind];
  return <p class="soft kept">{words === undefined ? "" : t(words)}</p>;
};
