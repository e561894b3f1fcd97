import { ApiError, type Thread } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { fieldsOf, wordsOf } from "../../data/queries.ts";

/**
 * Whom a text means: who is called that, or whose name alone begins so; what nobody is called means that text, unless all people are known: then it is
 * undefined.
 */
export const personIn = (text: string, people: readonly string[], isWhole: boolean): string | undefined => {
  const sought = text.trim().toLocaleLowerCase();
  if (sought === "") return "";
  const named = people.filter((one) => one.toLocaleLowerCase().startsWith(sought));
  const same = named.find((one) => one === text.trim()) ?? named.find((one) => one.toLocaleLowerCase() === sought);
  if (same !== undefined || named.length === 1) return same ?? named[0];
  return isWhole ? undefined : text.trim();
};

/** The conversation as it is now, when a change was refused because somebody else was faster. */
export const fasterIn = (error: unknown): Thread | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.current as Thread | undefined) : undefined;

/** Why a conversation was not changed, for the reader. */
export const refusalOf = (error: unknown): Error => {
  const now = fasterIn(error);
  if (now !== undefined)
    return new Error(
      now.assigned_to === "" ? t("Somebody has changed it meanwhile.") : t("{name} has it by now.", { name: now.assigned_to }),
    );
  if ("folder" in fieldsOf(error))
    return new Error(t("Its mailbox has to sync changes before mail goes to the trash: its settings say so."));
  return error instanceof Error ? error : new Error(wordsOf(error));
};
