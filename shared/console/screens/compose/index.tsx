import { useLocation } from "preact-iso";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Mailbox } from "../../../client/index.ts";
import { may } from "../../data/session.ts";
import { Empty, Loading, Page } from "../../ui/page.tsx";
import { addressOf, noFilter } from "../sends/filters.ts";
import { useMailboxes } from "../sends/use-mailboxes.ts";
import { ownZone } from "../sends/when.tsx";
import { type Draft, newDraft } from "./draft.ts";
import { errorFinder } from "./form.ts";
import { FromAndTo } from "./from-and-to.tsx";
import { Options } from "./options.tsx";
import { Outcome } from "./outcome.tsx";
import { Preview } from "./preview.tsx";
import { recipientsOf, sequenceOf } from "./recipients.ts";
import { earliestLast, faultyFields, type Forecast, isAccepted } from "./sending.ts";
import { Steps } from "./steps.tsx";
import { useBatch } from "./use-batch.ts";

const NAME = "console-draft";

/** The draft of this tab, without its files: it outlives a reload. */
const keptDraft = (): Draft => {
  const fresh = newDraft(ownZone());
  try {
    return { ...fresh, ...(JSON.parse(sessionStorage.getItem(NAME) ?? "{}") as Partial<Draft>) };
  } catch {
    return fresh;
  }
};

/** When the last email leaves: a batch of several parts no sooner than the mailbox's daily limit allows. */
const leavesOf = (forecast: Forecast | undefined, mailbox: Mailbox | undefined): string | undefined => {
  const known = forecast?.lastLeavesAt;
  if (known === undefined || !forecast?.isEarliest || !mailbox) return known;
  const least = earliestLast(forecast.judged.filter(isAccepted).length, mailbox.max_daily_sends, Date.now());
  return least > known ? least : known;
};

/** How long the reader pauses before a long table is read and kept, ms. */
const PAUSE_MS = 400;
/** A longer table is not read at each key. */
const LONG_TABLE = 50_000;

/** A value once it has not changed for a moment. */
const useSettled = <T,>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
};

/** Keeps a draft; one over the browser's quota is lost at a reload, and nothing else. */
const keep = (draft: Draft): void => {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ ...draft, files: [] }));
  } catch {
    sessionStorage.removeItem(NAME);
  }
};

/** The form, for accounts with a mailbox. */
const Form = ({ mailboxes, given }: { readonly mailboxes: readonly Mailbox[]; readonly given: Partial<Draft> }) => {
  const [kept, setDraft] = useState<Draft>(() => ({ ...keptDraft(), ...given }));
  const batch = useBatch();
  const { stage, forecast } = batch.state;
  const mailbox = mailboxes.find(({ id }) => id === kept.mailboxId) ?? mailboxes.find(({ status }) => status === "active") ?? mailboxes[0];
  const draft = useMemo(() => ({ ...kept, mailboxId: mailbox?.id ?? "" }), [kept, mailbox?.id]);
  const settled = useSettled(draft);
  const read = draft.isList && draft.table.length > LONG_TABLE ? settled : draft;
  useEffect(() => {
    if (stage === "sent") sessionStorage.removeItem(NAME);
    else keep(read);
  }, [read, stage]);
  const table = useMemo(() => recipientsOf(read), [read]);
  const problems = useMemo(() => table.recipients.filter((one) => one.problems.length > 0), [table]);
  const change = (changes: Partial<Draft>): void => {
    setDraft({ ...draft, ...changes });
    batch.reset();
  };
  const check = (): void =>
    void batch.check(() =>
      recipientsOf(draft).recipients.flatMap((recipient) => (recipient.problems.length > 0 ? [] : [sequenceOf(draft, recipient)])),
    );
  const faults = useMemo(() => (forecast ? faultyFields(forecast.judged) : {}), [forecast]);
  const part = { draft, change, errorAt: errorFinder(faults) };
  const isFixed = stage === "sending" || stage === "stopped" || stage === "sent";
  return (
    <div class="compose">
      <fieldset class="stack" disabled={isFixed}>
        <FromAndTo {...part} mailboxes={mailboxes} table={table} />
        <Steps {...part} />
        <Options {...part} />
      </fieldset>
      <div class="stack beside">
        <Preview draft={draft} recipients={table.recipients} />
        <Outcome
          batch={batch}
          problems={problems}
          leavesAt={leavesOf(forecast, mailbox)}
          logQuery={addressOf({ ...noFilter, tag: draft.tags.split(/[,;\n]/)[0]!.trim() })}
          canCheck={table.recipients.length > problems.length}
          onCheck={check}
          onChange={batch.reset}
          onNew={() => {
            setDraft({ ...newDraft(draft.timezone), mailboxId: draft.mailboxId });
            batch.reset();
          }}
        />
      </div>
    </div>
  );
};

/** The screen "Compose": one email, or a sequence for a pasted list. */
const Compose = () => {
  const { query } = useLocation();
  const mailboxes = useMailboxes()?.filter(({ status }) => status !== "disconnected");
  const given = { ...(query["to"] && { to: query["to"], isList: false }), ...(query["mailbox"] && { mailboxId: query["mailbox"] }) };
  if (!may("send"))
    return (
      <Page title="Compose">
        <Empty title="This session may only read">Sign in with a key of the scope send to write emails.</Empty>
      </Page>
    );
  return (
    <Page title="Compose">
      {mailboxes === undefined ? (
        <Loading />
      ) : mailboxes.length === 0 ? (
        <Empty title="There is no mailbox to send from" action={<a href="/console/mailboxes">Connect a mailbox</a>} />
      ) : (
        <Form mailboxes={mailboxes} given={given} />
      )}
    </Page>
  );
};

export default Compose;
