/** Erases the mail of mailboxes for good, in bounded steps. */
export interface Purges {
  /** Starts the purge of a mailbox that its user has deleted. */
  begin(userId: string, id: string): Promise<void>;
  /** Takes the next step, of the given mailbox or of any; false when nothing is left to erase. */
  step(id?: string): Promise<boolean>;
}
