/** How often every mailbox is looked at for new mail, in minutes; a pull that failed is tried again after as long. */
export const POLL_MINUTES = 2;
