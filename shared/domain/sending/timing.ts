/** The deliver function's time limit, ms; infra sets the same. */
export const WORKER_LIMIT_MS = 300_000;
/** How long the reply to the final dot is waited for, ms: RFC 5321 4.5.3.2.6 says ten minutes, the worker has five (G3). */
export const DOT_REPLY_MS = 240_000;
/** No send is begun later than this after the worker's start, so that its reply can be waited for, ms. */
export const BEGIN_WITHIN_MS = WORKER_LIMIT_MS - DOT_REPLY_MS - 10_000;
/** How long after a lost reply the Sent folder is looked at, ms: providers file submissions with a delay (G4). */
export const LOOK_UP_AFTER_MS = 60_000;
/** When the Sent folder cannot be reached: look again after so long, and give up so long after the intent, ms. */
export const LOOK_UP_AGAIN_MS = 300_000;
export const LOOK_UP_GIVE_UP_MS = 1_800_000;
/** How long after the sending deferred recipients are tried again, ms. */
export const DEFERRED_GIVE_UP_MS = 24 * 3_600_000;
/** How long sends wait for a disconnected mailbox before they fail, and how often it is looked at, ms (contract/README.md, "Mailboxes"). */
export const DISCONNECTED_WAIT_MS = 72 * 3_600_000;
export const DISCONNECTED_LOOK_MS = 300_000;
/** How long a mailbox may be out of order before a refusal of its login or greeting is final for its sends, ms. */
export const MAILBOX_DOWN_MAX_MS = 72 * 3_600_000;
/** How long after a refused login the next one is tried, ms: no attempt of the sends is counted. */
export const LOGIN_AGAIN_MS = 60_000;
/** Nobody else files a copy that one worker has taken for so long, ms; then it is tried again. */
export const COPY_LEASE_MS = 600_000;
/** How long after the sending a copy is given up, ms. */
export const COPY_GIVE_UP_MS = 24 * 3_600_000;
/** How long a worker files copies at most before another one goes on, ms. */
export const FILING_MS = 60_000;
/** How long a follow-up waits between looks at its parent send, ms; its delivery wakes it earlier. */
export const FOLLOW_UP_LOOK_MS = 60_000;
/** How long one sweep goes on, ms: the next begins a minute after it. */
export const SWEEP_WITHIN_MS = 45_000;
/** A worker woken so shortly before its mailbox's hold ends comes again at its end, ms: it may be the one that was meant to. */
export const RESUMES_SOON_MS = 5_000;
/** What the sweeper takes for forgotten: due for so long and not claimed, ms (G1). */
export const FORGOTTEN_AFTER_MS = 90_000;
