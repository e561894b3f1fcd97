import type { Mailbox, UpdateMailbox } from "../../../client/index.ts";
import { type PaceForm, paceFormOf, paceValues } from "./pace.ts";

/** What the form of the settings holds, as texts. */
export interface Preferences extends PaceForm {
  readonly display_name: string;
  /** Addresses, split by commas, spaces or lines. */
  readonly aliases: string;
  readonly max_daily_sends: string;
  readonly sync_interval_minutes: string;
  /** Whole minutes; empty for none. */
  readonly max_poll_interval: string;
  /** `none`, `all` or `these`. */
  readonly folders: string;
  /** Names of folders, one a line. */
  readonly names: string;
  /** Where a change of a message is made: `here`, or `both` here and at its provider. */
  readonly sync_changes: string;
}

/** The form of a mailbox's settings. */
export const preferencesOf = (mailbox: Mailbox): Preferences => ({
  display_name: mailbox.display_name,
  aliases: mailbox.aliases.join(", "),
  max_daily_sends: String(mailbox.max_daily_sends),
  ...paceFormOf(mailbox),
  sync_interval_minutes: mailbox.sync_interval_minutes?.toString() ?? "",
  max_poll_interval: /\d+/.exec(mailbox.max_poll_interval)?.[0] ?? "",
  folders: mailbox.folders === "all" ? "all" : mailbox.folders.length === 0 ? "none" : "these",
  names: mailbox.folders === "all" ? "" : mailbox.folders.join("\n"),
  sync_changes: mailbox.sync_changes ? "both" : "here",
});

const parts = (text: string, between: string | RegExp): readonly string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean);

const valuesOf = (form: Preferences, mailbox: Mailbox): UpdateMailbox => ({
  display_name: form.display_name.trim(),
  aliases: parts(form.aliases, /[,\s]/),
  // A value that is no number is sent as null, so that the service names the field.
  max_daily_sends: form.max_daily_sends.trim() === "" ? Number.NaN : Number(form.max_daily_sends),
  ...paceValues(form, mailbox),
  sync_interval_minutes: form.sync_interval_minutes.trim() === "" ? undefined : Number(form.sync_interval_minutes),
  max_poll_interval: form.max_poll_interval.trim() === "" ? "" : `PT${form.max_poll_interval.trim()}M`,
  folders: form.folders === "all" ? "all" : form.folders === "none" ? [] : parts(form.names, "\n"),
  sync_changes: form.sync_changes === "both",
});

/** The request of a changed form: only what differs from the mailbox. */
export const changesOf = (form: Preferences, mailbox: Mailbox): UpdateMailbox => {
  const before: Readonly<Record<string, unknown>> = { ...valuesOf(preferencesOf(mailbox), mailbox) };
  return Object.fromEntries(
    Object.entries(valuesOf(form, mailbox)).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
};

/** The error of a field or of its parts, such as `aliases.1`. */
export const errorAt = (errors: Readonly<Record<string, string>>, field: string): string | undefined =>
  Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];
