import { useEffect, useRef, useState } from "preact/hooks";
import { Autosave, type Keeping, type Wanted } from "./autosave.ts";
import type { Saved } from "./drafts.ts";

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
