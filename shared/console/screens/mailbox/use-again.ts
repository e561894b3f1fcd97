import type { QueryKey } from "@tanstack/preact-query";
import { useEffect } from "preact/hooks";
import { queries } from "../../data/queries.ts";

/** Reads a record again every `ms` milliseconds while the page is visible, for changes that record no event. */
export const useAgain = (key: QueryKey, ms: number, isOn: boolean): void => {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = window.setInterval(() => document.hidden || void queries.invalidateQueries({ queryKey: key }), ms);
    return () => window.clearInterval(timer);
  }, [isOn, ms, JSON.stringify(key)]);
};
