import type { Send } from "../../../client/index.ts";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { useRecord } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { count, number } from "../../ui/numbers.ts";
import { Empty, Loaded, Page, Panel } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";
import { useMailboxes } from "../../data/mailboxes.ts";
import { bounceClasses, bouncesByClass, counted, csvOf, type Line, linesOf, type Numbers, sumsOf, weeksTo } from "./numbers.ts";

/** The most sends whose bounces are looked at, in pages of 200. */
const PAGES = 5;

type Part = "mailbox" | "tag";

const rowsOf = async (part: Part | undefined, week: { readonly from: Date; readonly to: Date }): Promise<ReadonlyMap<string, Numbers>> => {
  const rows = [];
  for await (const page of client.metrics.get({ ...week, interval: "day", limit: 200, ...(part && { by: part }) }).pages())
    rows.push(...page.metrics);
  return sumsOf(rows);
};

/** Both weeks as a whole, by mailbox and by tag. */
const readWeeks = async () => {
  const weeks = weeksTo(new Date());
  const both = (part?: Part) => Promise.all([rowsOf(part, weeks.now), rowsOf(part, weeks.before)]);
  const [all, mailboxes, tags] = await Promise.all([both(), both("mailbox"), both("tag")]);
  return { all, mailboxes, tags };
};

/** The bounced sends of this week, up to a thousand. */
const readBounced = async (): Promise<{ readonly sends: readonly Send[]; readonly isWhole: boolean }> => {
  const sends: Send[] = [];
  let pages = 0;
  for await (const page of client.sends.list({ bounced: true, since: weeksTo(new Date()).now.from, limit: 200 }).pages()) {
    sends.push(...page);
    if ((pages += 1) === PAGES) return { sends, isWhole: false };
  }
  return { sends, isWhole: true };
};

const Both = ({ now, before }: { readonly now: number; readonly before: number }) => (
  <>
    {number(now)} <small class="soft">{number(before)}</small>
  </>
);

const Lines = ({ title, head, lines }: { readonly title: string; readonly head: string; readonly lines: readonly Line[] }) => (
  <Panel title={title}>
    <Table
      label={title}
      list={{ rows: lines }}
      keyOf={({ key }) => key}
      columns={[
        { head, cell: ({ name }) => name },
        ...counted.map(([name, words], at) => ({
          head: words,
          isNumber: true,
          isMinor: at !== 0 && at !== 2,
          width: 6,
          cell: ({ now, before }: Line) => <Both now={now[name]} before={before[name]} />,
        })),
      ]}
      empty={<p class="soft">{t("No email of these two weeks is counted here.")}</p>}
    />
  </Panel>
);

const Classes = () => {
  const bounced = useRecord(["metrics", "bounced"], readBounced);
  return (
    <Panel title="Why emails bounced this week">
      <Loaded from={bounced}>
        {({ sends, isWhole }) => {
          const classes = bouncesByClass(sends);
          if (classes.length === 0) return <p class="soft">{t("No email of this week has bounced.")}</p>;
          return (
            <>
              <dl class="classes">
                {classes.map(([kind, n]) => (
                  <div key={kind}>
                    <dt>
                      <strong>{number(n)}</strong> {t(bounceClasses[kind]?.[0] ?? kind)}
                    </dt>
                    <dd class="soft">{t(bounceClasses[kind]?.[1] ?? "")}</dd>
                  </div>
                ))}
              </dl>
              <p class="soft">
                {!isWhole && `${t("Of the newest thousand bounced emails.")} `}
                <a href="/console/sends?result=bounced">{t("Show the bounced emails")}</a>
              </p>
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
};

const save = (csv: string): void => {
  const href = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  Object.assign(document.createElement("a"), { href, download: `deliverability-${new Date().toISOString().slice(0, 10)}.csv` }).click();
  window.setTimeout(() => URL.revokeObjectURL(href), 60_000);
};

/** The screen "Deliverability": what became of a week's emails, beside the week before. */
const Deliverability = () => {
  const weeks = useRecord(["metrics", "weeks"], readWeeks);
  const emails = new Map((useMailboxes() ?? []).map(({ id, email }) => [id, email]));
  const about = t("The last seven days in UTC, today included; the small number is of the seven days before.");
  if (weeks.data === undefined)
    return (
      <Page title={t("Deliverability")} above={["/console/sends", "Sends"]} about={about}>
        <Loaded from={weeks}>{() => null}</Loaded>
      </Page>
    );
  const { all, mailboxes, tags } = weeks.data;
  const [whole] = linesOf(...all, () => t("All mail"));
  const byMailbox = linesOf(...mailboxes, (id) => emails.get(id) ?? id);
  const byTag = linesOf(...tags, (tag) => tag || t("(no tag)"));
  return (
    <Page
      title={t("Deliverability")}
      above={["/console/sends", "Sends"]}
      about={about}
      actions={
        <Button
          onClick={() =>
            save(
              csvOf([
                ["all", whole ? [whole] : []],
                ["mailbox", byMailbox],
                ["tag", byTag],
              ]),
            )
          }
        >
          Export as CSV
        </Button>
      }
    >
      {whole === undefined ? (
        <Empty title="Nothing was sent in these two weeks">Numbers appear here a minute after the first email has left.</Empty>
      ) : (
        <>
          <div class="tiles">
            {counted.map(([name, head]) => (
              <Panel key={name}>
                <p class="number-tile">
                  <span class="soft">{t(head)}</span>
                  <strong>{number(whole.now[name])}</strong>
                  <small class="soft">{t("the week before: {n}", { n: number(whole.before[name]) })}</small>
                </p>
              </Panel>
            ))}
          </div>
          <p class="soft">
            {whole.now.sent > 0 &&
              t("Of {emails} {bounced} % bounced and {answered} % were answered.", {
                emails: count(whole.now.sent, "email"),
                bounced: Math.round((100 * (whole.now.bounced_hard + whole.now.bounced_soft)) / whole.now.sent),
                answered: Math.round((100 * whole.now.replied) / whole.now.sent),
              })}
          </p>
          <Classes />
          <Lines title="By mailbox" head="Mailbox" lines={byMailbox} />
          <Lines title="By tag" head="Tag" lines={byTag} />
        </>
      )}
    </Page>
  );
};

export default Deliverability;
