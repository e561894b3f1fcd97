/** Erases the mail of mailboxes for good, in bounded steps. */
export interface Purges {
  /** Begins it for a mailbox that its user has deleted. */
  begin(userId: string, id: string): Promise<void>;
  /** Takes the next step, of that mailbox or of any; false when nothing is left to erase. */
  step(id?: string): Promise<boolean>;
}
