/** The deliver function's time limit, ms; infra sets the same. */
export const WORKER_LIMIT_MS = 300_000;
/**
 * How long to wait for the reply to the final dot, ms: RFC 5321 4.5.3.2.6 says ten minutes, but the worker has five (G3 in shared/domain/README.md).
 */
export const DOT_REPLY_MS = 240_000;
/** How long after the worker's start a send may begin, so that there is time to wait for its reply, ms. */
export const BEGIN_WITHIN_MS = WORKER_LIMIT_MS - DOT_REPLY_MS - 10_000;
/** How long after a lost reply the Sent folder is searched, ms: providers file submissions with a delay (G4 in shared/domain/README.md). */
export const LOOK_UP_AFTER_MS = 60_000;
/** When the Sent folder cannot be reached: how long until the next look, and how long after the intent to give up, ms. */
export const LOOK_UP_AGAIN_MS = 300_000;
export const LOOK_UP_GIVE_UP_MS = 1_800_000;
/** How long after the sending deferred recipients are tried, ms. */
export const DEFERRED_GIVE_UP_MS = 24 * 3_600_000;
/** How long sends wait for a disconnected mailbox before they fail, and the interval of looking at it, ms (contract/README.md, "Mailboxes"). */
export const DISCONNECTED_WAIT_MS = 72 * 3_600_000;
export const DISCONNECTED_LOOK_MS = 300_000;
/** How long a mailbox may be failing before a refused login or greeting is final for its sends, ms. */
export const MAILBOX_DOWN_MAX_MS = 72 * 3_600_000;
/** The first wait between two probes of a mailbox whose server refuses its mail, ms; later ones are half as long as it has refused. */
export const PROBE_AFTER_MS = 3_600_000;
/** How long an undecided refusal waits at most for its second sign while mail is accepted, and between two looks at it, ms. */
export const UNDECIDED_MAX_MS = 3_600_000;
export const UNDECIDED_LOOK_MS = 300_000;
/** How long a send waits at most for a person to say whether an unclear answer is one, and between two looks at it, ms. */
export const UNCLEAR_MAX_MS = 72 * 3_600_000;
export const UNCLEAR_LOOK_MS = 900_000;
/** The delay before the next login after a refused one, ms; it costs the sends no attempt. */
export const LOGIN_AGAIN_MS = 60_000;
/** How long a copy stays with the worker that took it, ms; then another worker may file it. */
export const COPY_LEASE_MS = 600_000;
/** How long after the sending a copy is given up, ms. */
export const COPY_GIVE_UP_MS = 24 * 3_600_000;
/** How long a worker files copies at most, ms; then another one goes on. */
export const FILING_MS = 60_000;
/** How often a follow-up checks its parent send, ms; the parent's delivery wakes it earlier. */
export const FOLLOW_UP_LOOK_MS = 60_000;
/** How long one sweep lasts at most, ms; the next begins a minute after its start. */
export const SWEEP_WITHIN_MS = 45_000;
/**
 * When a worker is woken this shortly before its mailbox's pause ends, it schedules another wake-up for the end, ms: its own may have been the one
 * meant for that.
 */
export const RESUMES_SOON_MS = 5_000;
/** The sweeper counts a send as forgotten when it has been due and not claimed for this long, ms (G1 in shared/domain/README.md). */
export const FORGOTTEN_AFTER_MS = 90_000;
