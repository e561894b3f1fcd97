import type { Mailbox, NewSequence } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { count, number } from "../../ui/numbers.ts";
import { Empty } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { costWords, uncoveredWords } from "../compose/sending.ts";
import { leftOver, type Refusal } from "./judge.ts";
import type { Look, Planned, useEnrolment } from "./use-enrolment.ts";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { dropDraft, keepDraft } from "../../data/drafts.ts";
import { fieldsOf, wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Paste } from "./pasted.ts";

/** The most lines that are listed. */
const LISTED = 200;

/** The lines that add nobody, each with why. */
const Refused = ({ refused, said }: { readonly refused: readonly Refusal[]; readonly said: string }) =>
  refused.length === 0 ? null : (
    <div class="stack refused-lines">
      <p class="error">{said}</p>
      <ul class="refused" tabIndex={0} aria-label={t("Lines with errors")}>
        {refused.slice(0, LISTED).map(({ line, to, why }, index) => (
          <li key={index}>
            <strong>{t("Line {line}", { line })}</strong> {to} <span class="error">{why}</span>
          </li>
        ))}
        {refused.length > LISTED && <li class="soft">{t("and {n} more", { n: number(refused.length - LISTED) })}</li>}
      </ul>
    </div>
  );

const columnsOf = (steps: number, mailboxes: readonly Mailbox[], hasChoice: boolean): readonly Column<Planned>[] => [
  {
    head: "Person",
    cell: ({ to, name }) => (
      <span class="step-cell" title={to}>
        <span class="strong">{name || to}</span>
        <small>{name && to}</small>
      </span>
    ),
  },
  ...(hasChoice
    ? [{ head: "From", cell: ({ mailboxId }: Planned) => mailboxes.find(({ id }) => id === mailboxId)?.email ?? "–" } as const]
    : []),
  ...Array.from({ length: steps }, (_, index) => ({
    head: t("Step {n}", { n: index + 1 }),
    cell: ({ etas }: Planned) => <Time of={etas[index]} as="full" />,
  })),
];

/** Who gets which step when, and from whom where that is chosen. */
const LookTable = ({ look, mailboxes }: { readonly look: Look; readonly mailboxes: readonly Mailbox[] }) => {
  const steps = look.sequence.steps.length;
  const hasChoice = look.planned.some(({ mailboxId }) => mailboxId !== "");
  return (
    <div class="scrolls by-steps" tabIndex={0} role="region" aria-label={t("Who gets what, and when")}>
      <div style={{ minWidth: `${12 + 8 * (steps + (hasChoice ? 1 : 0))}rem` }}>
        <Table
          label="Who gets what, and when"
          columns={columnsOf(steps, mailboxes, hasChoice)}
          list={{ rows: look.planned }}
          keyOf={({ line, to }) => `${line} ${to}`}
          empty={<Empty title="Nobody would be added">Correct the lines above, and look again.</Empty>}
        />
      </div>
    </div>
  );
};

/** What it costs and when the last email leaves. */
const LookFacts = ({ look }: { readonly look: Look }) => {
  const { planned, sequence, credits, balance, isCovered, lastLeavesAt, isEarliest } = look;
  return (
    <>
      <dl class="facts">
        <dt>{t("Would be added")}</dt>
        <dd>
          {t("{people}, {emails}", {
            people: count(planned.length, "person", "people"),
            emails: count(planned.length * sequence.steps.length, "email"),
          })}
        </dd>
        <dt>{t("Cost now")}</dt>
        <dd>{costWords(credits, balance)}</dd>
        <dt>{t("The last leaves")}</dt>
        <dd>
          {lastLeavesAt === undefined
            ? t("cannot be calculated now")
            : mixed(isEarliest ? "not before {time}" : "{time}", { time: <Time of={lastLeavesAt} as="full" /> })}
        </dd>
      </dl>
      {!isCovered && (
        <p class="error" role="alert">
          {uncoveredWords(credits, balance)}
        </p>
      )}
    </>
  );
};

export interface EnrollingProps {
  readonly enrolment: ReturnType<typeof useEnrolment>;
  readonly sequence: NewSequence;
  readonly paste: Paste;
  /** The people as they were pasted. */
  readonly pasted: string;
  readonly mailboxes: readonly Mailbox[];
  /** Whether the sequence is made first. */
  readonly makes?: boolean;
  /** Shows what is wrong with the form; whether nothing is. */
  readonly isReady: () => boolean;
  /** Goes on with the lines that added nobody. */
  readonly onCorrect?: (left: string) => void;
}

/** The name of the draft of people for a sequence. */
export const peopleDraft = (id: string): string => `people:${id}`;

/** The address of a sequence's screen, and of the one that adds people to it. */
const addressOf = (id: string): string => `/console/sequences/${id}`;

/** The last part of the form: shows who would get what when, and then adds them. */
export const Enrolling = ({ enrolment, sequence, paste, pasted, mailboxes, makes = false, isReady, onCorrect }: EnrollingProps) => {
  const { state, check, add, reset } = enrolment;
  const { stage, look, added, error, faults, made } = state;
  const { route } = useLocation();
  const own = useRef<HTMLElement>(null);
  const wrongFields = Object.keys({ ...faults, ...fieldsOf(error) }).length;
  /** The form is wrong, and so is everybody's line. */
  const hasOwnFaults = makes && wrongFields > 0 && look?.good.length === 0;
  useEffect(() => {
    if (stage !== "looked" && stage !== "added") return;
    own.current?.focus({ preventScroll: true });
    own.current?.scrollIntoView({ block: "start" });
  }, [stage]);
  useEffect(() => {
    if (made === undefined) return;
    // The sequence is there: its people go on from its own screen.
    toast(wordsOf(error), "bad");
    route(`${addressOf(made)}/people`);
  }, [made]);
  useEffect(() => {
    if (!added) return;
    const address = addressOf(added.id);
    if (added.refused.length > 0) return;
    dropDraft(peopleDraft(added.id));
    toast(added.added === 0 ? t("Made") : count(added.added, "person added", "people added"));
    route(address);
  }, [added]);
  const correct = (id: string): void => {
    const left = leftOver(pasted, added?.refused ?? [], paste.people);
    if (onCorrect) return onCorrect(left);
    keepDraft(peopleDraft(id), { people: left, changedAt: Date.now() });
    route(`${addressOf(id)}/people`);
  };
  const showFaults = (): void => document.querySelector(".enrol .wrong")?.scrollIntoView({ block: "center" });
  const whenReady = (work: () => Promise<void>) => (): void => {
    if (isReady()) void work();
    else setTimeout(showFaults);
  };
  return (
    <section class="panel" ref={own} tabIndex={-1}>
      <header>
        <h2>{t(added ? "Added" : "Who gets what, and when")}</h2>
      </header>
      {error !== undefined && (
        <p class="error" role="alert">
          {wordsOf(error)}
        </p>
      )}
      {added ? (
        <>
          <p role="status" class="strong">
            {count(added.added, "person added", "people added")}
          </p>
          <Refused refused={added.refused} said={count(added.refused.length, "line added nobody:", "lines added nobody:")} />
          <div class="row">
            <Button
              kind="primary"
              onClick={() => {
                dropDraft(peopleDraft(added.id));
                route(addressOf(added.id));
              }}
            >
              To the sequence
            </Button>
            <Button onClick={() => correct(added.id)}>Correct these lines</Button>
          </div>
        </>
      ) : look ? (
        <>
          {wrongFields > 0 && <p class="error">{t("Correct what is marked above, and look again.")}</p>}
          <LookFacts look={look} />
          {hasOwnFaults || (
            <Refused refused={look.refused} said={count(look.refused.length, "line would add nobody:", "lines would add nobody:")} />
          )}
          <div class="row">
            <Button
              kind="primary"
              isBusy={stage === "adding"}
              disabled={look.good.length === 0 || !look.isCovered}
              onClick={() => void add(sequence, look.good, look.refused)}
            >
              {t(makes ? "Make it and add {people}" : "Add {people}", { people: count(look.good.length, "person", "people") })}
            </Button>
            <Button kind="quiet" disabled={stage === "adding"} onClick={reset}>
              Change it
            </Button>
          </div>
          <p class="soft">{t("What is added is charged now and never refunded. You can pause it at any time.")}</p>
          {hasOwnFaults || <LookTable look={look} mailboxes={mailboxes} />}
        </>
      ) : (
        <>
          <p class="soft">{t("Shows each person's dates, the cost and the lines with errors. Nothing is sent or charged.")}</p>
          <div class="row">
            <Button
              kind="primary"
              isBusy={stage === "checking"}
              disabled={paste.people.length === 0 || paste.problem !== ""}
              onClick={whenReady(() => check(sequence, paste.people))}
            >
              See who gets what, and when
            </Button>
            {makes && paste.people.length === 0 && (
              <Button isBusy={stage === "adding"} onClick={whenReady(() => add(sequence, [], []))}>
                Make it without people
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
};
