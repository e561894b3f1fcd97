import { t } from "../../data/language.ts";
import { useEffect, useRef, useState, useMemo } from "preact/hooks";
import { Kept, useAutosave } from "../../ui/kept.tsx";
import { Empty, Loading, Page } from "../../ui/page.tsx";
import { type RichNode, wordsOf } from "../conversation/rich-text.ts";
import { type Draft, errorFinder, newDraft, senderIn } from "./draft.ts";
import { draftOf, isOneEmail, keptAs } from "./kept-email.ts";
import { sequenceOf, recipientsOf } from "./recipients.ts";
import { useLocation } from "preact-iso";
import type { Mailbox } from "../../../client/index.ts";
import { isFull } from "../../data/autosave.ts";
import { client } from "../../data/client.ts";
import { dropDraft, keepDraft, keepFiles, keptDraft, keptFiles } from "../../data/drafts.ts";
import { addressesOf, asChips } from "../../data/pairs.ts";
import { readPeople } from "../../data/people.ts";
import { queries, wordsOf as wordsOfError } from "../../data/queries.ts";
import { toast } from "../../ui/toast.tsx";
import { may } from "../../data/session.ts";
import { addressOf, noFilter } from "../sends/filters.ts";
import { useMailboxes } from "../../data/mailboxes.ts";
import { ownZone } from "../sends/when.tsx";
import { FromAndTo } from "./from-and-to.tsx";
import { Options } from "./options.tsx";
import { Outcome } from "./outcome.tsx";
import { earliestLast, faultyFields, type Forecast, isAccepted } from "./sending.ts";
import { Steps } from "./steps.tsx";
import { useBatch } from "./use-batch.ts";
import { Preview } from "./preview.tsx";

const wordsIn = (rich: RichNode | undefined): string => (rich === undefined ? "" : wordsOf(rich));

/** The draft that was begun in this browser; one that is opened from the account has its id besides. */
const BEGUN = "compose";
const nameOf = (id: string): string => (id === "" || keptDraft<Draft>(BEGUN)?.saved?.id === id ? BEGUN : `${BEGUN}:${id}`);

/** When the last email leaves; for a batch in several parts, not before the mailbox's daily limit allows it. */
const leavesOf = (forecast: Forecast | undefined, mailbox: Mailbox | undefined): string | undefined => {
  const known = forecast?.lastLeavesAt;
  if (known === undefined || !forecast?.isEarliest || !mailbox) return known;
  const least = earliestLast(forecast.judged.filter(isAccepted).length, mailbox.max_daily_sends, Date.now());
  return least > known ? least : known;
};

/** How long the writer must pause before a long table is read and stored, ms. */
const PAUSE_MS = 400;
/** A longer table, in characters, is not read at each keystroke. */
const LONG_TABLE = 50_000;

/** A value after it has not changed for a moment. */
const useSettled = <T,>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
};

/** The draft of this browser, with the mailbox that sends it; no other mailbox replaces that one unless the user chooses it. */
const begin = (name: string, mailboxes: readonly Mailbox[], given: Partial<Draft>): Draft => {
  const draft = { ...newDraft(ownZone()), ...keptDraft<Draft>(name), files: [], ...given };
  const first = mailboxes.find(({ status }) => status === "active") ?? mailboxes[0];
  return { ...draft, mailboxId: draft.mailboxId || (first?.id ?? "") };
};

/** Stores the draft and its files, and restores the stored files. */
const useKept = (name: string, draft: Draft, isSent: boolean, onFiles: (files: Draft["files"]) => void): void => {
  const known = useRef<Draft["files"]>(draft.files);
  const isBegun = useRef(false);
  useEffect(() => {
    void keptFiles(name).then((files) => {
      const kept = known.current.length > 0 ? known.current : files;
      known.current = kept;
      onFiles(kept);
    });
  }, []);
  useEffect(() => {
    const isFirst = !isBegun.current;
    isBegun.current = true;
    if (isSent) dropDraft(name);
    else if (!isFirst) keepDraft(name, { ...draft, files: [] });
  }, [draft, isSent]);
  useEffect(() => {
    if (isSent || draft.files === known.current) return;
    known.current = draft.files;
    void keepFiles(name, draft.files);
  }, [draft.files]);
};

interface FormProps {
  /** The draft's name in this browser. */
  readonly name: string;
  readonly mailboxes: readonly Mailbox[];
  readonly given: Partial<Draft>;
}

/** The form, for accounts with a mailbox. */
const Form = ({ name, mailboxes, given }: FormProps) => {
  const [draft, setDraft] = useState<Draft>(() => begin(name, mailboxes, given));
  const { route } = useLocation();
  const now = useRef({ draft, isRead: false });
  now.current.draft = draft;
  // Who can be offered as a recipient.
  useEffect(() => void readPeople(), []);
  const batch = useBatch();
  const { stage, forecast } = batch.state;
  const mailbox = mailboxes.find(({ id }) => id === draft.mailboxId);
  const isPool = senderIn(draft).pool !== undefined;
  const settled = useSettled(draft);
  const read = draft.isList && draft.table.length > LONG_TABLE ? settled : draft;
  // An email that the service refused as a whole is still a draft.
  const isSent = stage === "sent" && batch.state.progress.judged.some(isAccepted);
  useKept(name, read, isSent, (files) => {
    now.current.isRead = true;
    if (files.length > 0) setDraft((old) => ({ ...old, files }));
  });
  const { keeping, autosave } = useAutosave(
    name,
    draft.key,
    draft.saved,
    () => keptAs(now.current.draft, now.current.isRead),
    (saved) => setDraft((old) => ({ ...old, saved })),
  );
  useEffect(() => {
    if (!isSent) return;
    // Its draft went away with it.
    autosave.current?.end();
    void queries.invalidateQueries({ queryKey: ["drafts"] });
  }, [isSent]);
  const table = useMemo(() => recipientsOf(read), [read]);
  const problems = useMemo(() => table.recipients.filter((one) => one.problems.length > 0), [table]);
  const change = (changes: Partial<Draft>): void => {
    setDraft((old) => ({ ...old, ...changes, changedAt: Date.now() }));
    autosave.current?.changed();
    batch.reset();
  };
  /** Sends one email as the draft that it is; a list, and what the account cannot keep, is sent as a batch. */
  const approve = async () => {
    const isOne = isOneEmail(now.current.draft);
    const saved = await autosave.current?.flush().catch((error: unknown) => {
      if (isOne && (now.current.draft.saved !== undefined || !isFull(error))) throw error;
      return undefined;
    });
    return isOne && saved ? client.sends.approve(saved.id, { revision: saved.revision }) : undefined;
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
        <Kept
          keeping={keeping}
          mine={[draft.steps[0]?.subject, draft.steps[0]?.text || wordsIn(draft.steps[0]?.rich)].join("\n\n")}
          onMine={(theirs) => autosave.current?.settle(theirs, false)}
          onTheirs={async ({ id }) => {
            const taken = await draftOf(id);
            if (taken === undefined) return;
            setDraft({ ...taken.draft, key: draft.key });
            now.current.draft = { ...taken.draft, key: draft.key };
            autosave.current?.settle(taken.send, true);
          }}
          onAnew={() => setDraft((old) => ({ ...old, key: crypto.randomUUID(), saved: undefined }))}
        />
        <Preview draft={draft} recipients={table.recipients} />
        <Outcome
          batch={{ state: batch.state, send: () => batch.send(approve, () => now.current.draft.saved) }}
          problems={problems}
          leavesAt={leavesOf(forecast, mailbox)}
          logQuery={addressOf({ ...noFilter, tag: draft.tags.split(/[,;\n]/)[0]!.trim() })}
          canCheck={(mailbox !== undefined || isPool) && table.recipients.length > problems.length}
          onCheck={check}
          onChange={batch.reset}
          onNew={() => {
            setDraft({ ...newDraft(draft.timezone), mailboxId: draft.mailboxId });
            batch.reset();
            if (name !== BEGUN) route("/console/compose");
          }}
        />
      </div>
    </div>
  );
};

/** The screen "Compose": one email, or a sequence for a pasted list. */
const Compose = () => {
  const { query } = useLocation();
  const id = query["draft"] ?? "";
  const [opened, setOpened] = useState<string>();
  useEffect(() => {
    const name = nameOf(id);
    // One that was written elsewhere is taken into this browser first, unless that has changes of its own.
    const { changedAt, saved } = keptDraft<Draft>(name) ?? {};
    const isOwn = changedAt !== undefined && saved?.at !== changedAt;
    const taking = id === "" || isOwn ? Promise.resolve(undefined) : draftOf(id);
    void taking
      .then(async (taken) => {
        if (!taken) return;
        keepDraft(name, { ...taken.draft, files: [] });
        await keepFiles(name, taken.draft.files);
      })
      .catch((error: unknown) => toast(wordsOfError(error), "bad"))
      .finally(() => setOpened(name));
  }, [id]);
  const mailboxes = useMailboxes()?.filter(({ status }) => status !== "disconnected");
  const given = {
    ...(query["to"] && { to: asChips(addressesOf(query["to"])), isList: false }),
    ...(query["mailbox"] && { mailboxId: query["mailbox"] }),
  };
  if (!may("send"))
    return (
      <Page title={t("Compose")}>
        <Empty title="This session may only read">Sign in with a key of the scope send to write emails.</Empty>
      </Page>
    );
  return (
    <Page title={t("Compose")}>
      {mailboxes === undefined || opened !== nameOf(id) ? (
        <Loading />
      ) : mailboxes.length === 0 ? (
        <Empty title="There is no mailbox to send from" action={<a href="/console/mailboxes">{t("Connect a mailbox")}</a>} />
      ) : (
        <Form key={opened} name={opened} mailboxes={mailboxes} given={given} />
      )}
    </Page>
  );
};

export default Compose;
