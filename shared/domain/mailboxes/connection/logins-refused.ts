import { type FieldError, Refusal } from "../../errors.ts";
import type { FailureCause } from "./failure-cause.ts";

/** 400: a mail server or an OAuth provider refused the login; with what the mailbox's owner can do, for pages that say it in their words. */
export class LoginsRefused extends Refusal {
  readonly causes: readonly FailureCause[];
  constructor(details: readonly FieldError[], causes: readonly FailureCause[]) {
    super("invalid", "The request is invalid", { details });
    this.causes = causes;
  }
}
