import { useEffect, useRef } from "preact/hooks";

/** Where to go on when a row leaves: the next one that stays, else the one before; undefined while it is there, was never, or none stays. */
export const placeAfter = (at: string, before: readonly string[], now: readonly string[]): string | undefined => {
  const index = before.indexOf(at);
  if (index < 0 || now.includes(at)) return undefined;
  return before.slice(index).find((id) => now.includes(id)) ?? before.slice(0, index).findLast((id) => now.includes(id));
};

/** Keeps the reader's place in the list: when the row where he is leaves it, by whatever change, `go` is told the row that is next. */
export const usePlace = (at: string, ids: readonly string[], list: string, go: (id: string, hasFocus: boolean) => void): void => {
  const before = useRef({ list, ids });
  useEffect(() => {
    const next = before.current.list === list ? placeAfter(at, before.current.ids, ids) : undefined;
    before.current = { list, ids };
    // The focus of a row that has gone is nowhere; elsewhere it is the reader's.
    if (next !== undefined) go(next, document.activeElement === document.body);
  }, [ids, list]);
};
