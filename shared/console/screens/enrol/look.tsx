import type { Mailbox } from "../../../client/index.ts";
import { mixed, t } from "../../data/language.ts";
import { count, number } from "../../ui/numbers.ts";
import { Empty } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { costWords, uncoveredWords } from "../compose/cost.ts";
import type { Refusal } from "./judge.ts";
import type { Look, Planned } from "./use-enrolment.ts";

/** The most lines that are listed. */
const LISTED = 200;

/** The lines that add nobody, each with why. */
export const Refused = ({ refused, said }: { readonly refused: readonly Refusal[]; readonly said: string }) =>
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
export const LookTable = ({ look, mailboxes }: { readonly look: Look; readonly mailboxes: readonly Mailbox[] }) => {
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
export const LookFacts = ({ look }: { readonly look: Look }) => {
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
