import type { ComponentChildren } from "preact";
import { ApiError, IdempotencyConflictError } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { wordsOf } from "../../data/queries.ts";
import { Button, LinkButton } from "../../ui/controls.tsx";
import { count, number } from "../../ui/numbers.ts";
import { Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { costWords, type Forecast, isAccepted, type Judged, refusals, uncoveredWords } from "./sending.ts";
import type { Recipient } from "./recipients.ts";
import type { Sending } from "./use-batch.ts";

/** A recipient who is left out, and why. */
interface LeftOut {
  readonly line: number;
  readonly to: string;
  readonly why: string;
}

const leftOut = (problems: readonly Recipient[], judged: readonly Judged[]): readonly LeftOut[] =>
  [
    ...problems.map(({ line, to, problems: why }) => ({ line, to, why: why.join("; ") })),
    ...judged
      .filter((one) => !isAccepted(one))
      .map((one) => ({ line: one.sequence.line, to: one.sequence.to, why: refusals(one).join("; ") })),
  ].sort((a, b) => a.line - b.line);

/** What an earlier attempt with the same key means for the reader. */
const BEGUN =
  "A part of this was sent before, when other recipients were accepted. Look in the log who has it, and take them out of the list before you send.";

const isBegun = (error: unknown): boolean => error instanceof IdempotencyConflictError && error.retryAfter === undefined;

/** Whether the service refused a batch, so that nothing of it was sent; a lost answer does not show it. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && !(error instanceof IdempotencyConflictError);

/** The most rows that are listed. */
const LISTED = 200;

/** The rows that are not sent; for a single email the errors stand at its fields. */
const LeftOutRows = ({
  problems,
  judged,
  said,
}: {
  readonly problems: readonly Recipient[];
  readonly judged: readonly Judged[];
  /** What is said of so many rows. */
  readonly said: (rows: number) => string;
}) => {
  const rows = leftOut(problems, judged);
  if (rows.length === 0) return null;
  if (rows[0]!.line === 0)
    return (
      <p class="error" role="alert">
        {rows[0]!.why}
      </p>
    );
  return (
    <>
      <p class="error">{said(rows.length)}</p>
      <ul class="left-out" tabIndex={0} aria-label={t("Rows with errors")}>
        {rows.slice(0, LISTED).map(({ line, to, why }) => (
          <li key={line}>
            <span class="strong">{t("Line {line}", { line })}</span> {to} <span class="error">{why}</span>
          </li>
        ))}
        {rows.length > LISTED && <li class="soft">{t("and {n} more", { n: number(rows.length - LISTED) })}</li>}
      </ul>
    </>
  );
};

interface CheckedProps {
  readonly forecast: Forecast;
  readonly leavesAt: string | undefined;
  readonly emails: number;
  readonly recipients: number;
  readonly children: ComponentChildren;
}

/** What it costs and when the last email leaves. */
const Checked = ({ forecast, leavesAt, emails, recipients, children }: CheckedProps) => (
  <>
    <dl class="facts">
      <dt>{t("Would be sent")}</dt>
      <dd>{t("{what} to {whom}", { what: count(emails, "email"), whom: count(recipients, "recipient") })}</dd>
      <dt>{t("Cost")}</dt>
      <dd>{costWords(forecast.credits, forecast.balance)}</dd>
      <dt>{t(emails === 1 ? "Leaves" : "The last leaves")}</dt>
      <dd>
        {leavesAt === undefined
          ? t("cannot be calculated now")
          : mixed(forecast.isEarliest ? "not before {time}" : "{time}", { time: <Time of={leavesAt} as="full" /> })}
      </dd>
    </dl>
    {!forecast.isCovered && (
      <p class="error" role="alert">
        {uncoveredWords(forecast.credits, forecast.balance)}
      </p>
    )}
    {children}
  </>
);

const Bar = ({ done, of, what }: { readonly done: number; readonly of: number; readonly what: string }) => (
  <label class="stack">
    {t(what)}
    <progress value={done} max={of} />
  </label>
);

const linkAfter = (judged: readonly Judged[], query: string): readonly [string, string] => {
  const ids = judged.flatMap(({ results }) => results.map(({ id }) => id)).filter((id) => id !== "");
  return judged.length === 1 && ids[0] !== undefined
    ? [`/console/sends/${ids[0]}`, "See what becomes of it"]
    : [`/console/sends${query}`, "See them in the log"];
};

const sentTitle = (accepted: number, judged: number): string =>
  accepted === 0 ? "Nothing was sent" : accepted < judged ? "Sent in part" : "Sent";

interface OutcomeProps {
  readonly batch: Sending;
  readonly problems: readonly Recipient[];
  readonly leavesAt: string | undefined;
  /** The log's query that shows what was sent, such as by its tag. */
  readonly logQuery: string;
  readonly canCheck: boolean;
  readonly onCheck: () => void;
  readonly onChange: () => void;
  readonly onNew: () => void;
}

/** The last part of the form: asks what it would cost, then sends. */
export const Outcome = ({ batch: { state, send }, problems, leavesAt, logQuery, canCheck, onCheck, onChange, onNew }: OutcomeProps) => {
  const { stage, forecast, chunks, done, progress, error } = state;
  const emails = chunks.reduce((sum, chunk) => sum + chunk.emails.length, 0);
  const recipients = chunks.reduce((sum, chunk) => sum + chunk.sequences.length, 0);
  const accepted = progress.judged.filter(isAccepted).length;
  const [href, linkText] = linkAfter(progress.judged, logQuery);
  return (
    <Panel title={stage === "sent" ? sentTitle(accepted, progress.judged.length) : "Check and send"}>
      {(stage === "checking" || stage === "sending" || stage === "stopped") && chunks.length > 0 && (
        <Bar
          done={done}
          of={chunks.length}
          what={
            stage === "checking"
              ? "Checking"
              : t("{done} of {recipients}", { done: number(progress.judged.length), recipients: count(recipients, "recipient") })
          }
        />
      )}
      {error !== undefined && (
        <p class="error" role="alert">
          {isBegun(error) ? t(BEGUN) : wordsOf(error)}
        </p>
      )}
      {stage === "checked" && forecast && (
        <Checked forecast={forecast} leavesAt={leavesAt} emails={emails} recipients={recipients}>
          <LeftOutRows
            problems={problems}
            judged={forecast.judged}
            said={(n) => count(n, "row would be left out:", "rows would be left out:")}
          />
        </Checked>
      )}
      {(stage === "writing" || stage === "checking") && (
        <>
          {problems.length > 0 && (
            <LeftOutRows problems={problems} judged={[]} said={(n) => count(n, "row cannot be sent:", "rows cannot be sent:")} />
          )}
          <Button kind="primary" isBusy={stage === "checking"} disabled={!canCheck} onClick={onCheck}>
            Check what it would do
          </Button>
          <p class="soft">{t("Shows the cost, the errors and when the last email leaves. Nothing is sent.")}</p>
        </>
      )}
      {stage === "checked" && (
        <Button kind="primary" disabled={emails === 0 || !forecast?.isCovered} onClick={() => void send()}>
          {t("Send {emails}", { emails: count(emails, "email") })}
        </Button>
      )}
      {(stage === "sending" || stage === "stopped") && (
        <>
          <Button kind="primary" isBusy={stage === "sending"} onClick={() => void send()}>
            {t(stage === "sending" ? "Sending" : "Go on")}
          </Button>
          {stage === "stopped" && progress.chunks === 0 && isRefused(error) && <Button onClick={onChange}>Change it</Button>}
          <p class="soft">{t("Nothing is sent twice, also when the connection is lost or you click again.")}</p>
        </>
      )}
      {stage === "sent" && (
        <>
          <p role={accepted === 0 ? "alert" : "status"}>
            {accepted === 0
              ? t("The service accepted none of it: nothing leaves, and nothing is charged.")
              : accepted === 1
                ? t("The email was accepted; it leaves automatically.")
                : count(
                    accepted,
                    "recipient accepted; their emails leave automatically.",
                    "recipients accepted; their emails leave automatically.",
                  )}
          </p>
          <LeftOutRows
            problems={problems}
            judged={[...(forecast?.judged.filter((one) => !isAccepted(one)) ?? []), ...progress.judged]}
            said={(n) => count(n, "row was left out:", "rows were left out:")}
          />
          <div class="row">
            {accepted > 0 && (
              <LinkButton kind="primary" href={href}>
                {t(linkText)}
              </LinkButton>
            )}
            {accepted === 0 && <Button onClick={onChange}>Change it</Button>}
            <Button onClick={onNew}>Write another</Button>
          </div>
        </>
      )}
    </Panel>
  );
};
