import type { QueryKey } from "@tanstack/preact-query";
import { useEffect } from "preact/hooks";
import { queries } from "../../data/queries.ts";

/** Reads a record again every so many ms while the page is seen: for changes that are no events. */
export const useAgain = (key: QueryKey, ms: number, isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = window.setInterval(() => document.hidden || void queries.invalidateQueries({ queryKey: key }), ms);
    return () => window.clearInterval(timer);
  }, [isOn, ms, JSON.stringify(key)]);
};
