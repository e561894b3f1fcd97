import type { Mailbox, NewRehearsal, Rehearsal, RehearsedEmail } from "../../../client/index.ts";
import { useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, useRecord } from "../../data/queries.ts";
import { Button } from "../../ui/controls.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { number } from "../../ui/numbers.ts";
import { Empty, Loaded, Page, Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { cancelWords } from "../send/timeline.ts";
import { useMailboxes } from "../sends/use-mailboxes.ts";

/** How many of its emails are listed. */
const LISTED = 100;

const weeks = [
  ["P7D", "One week"],
  ["P14D", "Two weeks"],
  ["P21D", "Three weeks"],
] as const;
const shares = [
  ["reply", "answer"],
  ["away", "are away"],
  ["bounce", "are undeliverable"],
  ["unsubscribe", "unsubscribe"],
] as const;

/** The reader's zone, in which the days are counted. */
const zone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const inputOf = (form: HTMLFormElement): NewRehearsal => {
  const given = new FormData(form);
  const percent = (name: string): number => Number((given.get(name) as string | null) ?? "") / 100;
  const rates = Object.fromEntries(shares.map(([name]) => [name, percent(name)]).filter(([, share]) => share !== 0));
  return { for: given.get("for") as string, timezone: zone(), rates };
};

const Form = ({ rehearsing }: { readonly rehearsing: ReturnType<typeof useRehearsing> }) => {
  const errors = fieldsOf(rehearsing.error);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        rehearsing.run(inputOf(event.currentTarget));
      }}
    >
      <div class="columns">
        <Select label="How far" name="for" value="P14D" options={weeks.map(([value, words]) => [value, t(words)])} error={errors["for"]} />
        {shares.map(([name, words]) => (
          <Field
            key={name}
            label={t("Of a hundred, {what}", { what: t(words) })}
            name={name}
            type="number"
            min={0}
            max={100}
            step={0.1}
            value={name === "reply" ? "5" : "0"}
            error={errors[`rates.${name}`] ?? (name === "reply" ? errors["rates"] : undefined)}
          />
        ))}
      </div>
      <div class="row">
        <Button type="submit" kind="primary" isBusy={rehearsing.isRunning}>
          Rehearse
        </Button>
      </div>
    </form>
  );
};

const useRehearsing = (onDone: (rehearsal: Rehearsal) => void) =>
  useAction((body: NewRehearsal) => client.rehearsals.create(body), { showsError: true, onDone });

/** How many emails leave, a row for each day and a column for each mailbox. */
const Calendar = ({ days, mailboxes }: { readonly days: Rehearsal["days"]; readonly mailboxes: readonly Mailbox[] }) => {
  const sending = mailboxes.filter(({ id }) => days.some(({ mailbox_id }) => mailbox_id === id));
  const leaving = (day: string, id?: string): number =>
    days.filter((one) => one.day === day && (id === undefined || one.mailbox_id === id)).reduce((sum, { leaves }) => sum + leaves, 0);
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label={t("Calendar")}>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{t("Day")}</th>
            {sending.map(({ id, email }) => (
              <th key={id} scope="col">
                {email}
              </th>
            ))}
            {sending.length > 1 && <th scope="col">{t("All")}</th>}
          </tr>
        </thead>
        <tbody>
          {[...new Set(days.map(({ day }) => day))].map((day) => (
            <tr key={day}>
              <th scope="row">
                {new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }).format(
                  new Date(day),
                )}
              </th>
              {sending.map(({ id }) => (
                <td key={id}>{leaving(day, id) === 0 ? "–" : number(leaving(day, id))}</td>
              ))}
              {sending.length > 1 && (
                <td>
                  <strong>{number(leaving(day))}</strong>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const ends = { leaves: "leaves", cancelled: "is cancelled", fails: "is too late", later: "still waits", unknown: "is not known" } as const;

const whyOf = ({ ends: end, reason }: RehearsedEmail): string =>
  end === "cancelled" ? t(cancelWords[reason as keyof typeof cancelWords] ?? reason) : t(ends[end]);

const Emails = ({ id }: { readonly id: string }) => {
  const page = useRecord(["rehearsals", id], () => client.rehearsals.listEmails(id, { limit: LISTED }));
  return (
    <Loaded from={page}>
      {({ emails, next_start: next }) => (
        <div class="scrolls" tabIndex={0} role="region" aria-label={t("Emails")}>
          <table class="figures">
            <tbody>
              {emails.map((email) => (
                <tr key={email.id}>
                  <td>
                    <a href={`/console/sends/${email.id}`}>{email.to_email}</a>
                  </td>
                  <td>{email.subject}</td>
                  <td>{email.at === undefined ? whyOf(email) : <Time of={email.at} as="full" />}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {next !== undefined && <p class="soft">{t("The first {n}; the API has all.", { n: number(emails.length) })}</p>}
        </div>
      )}
    </Loaded>
  );
};

const Result = ({ rehearsal, mailboxes }: { readonly rehearsal: Rehearsal; readonly mailboxes: readonly Mailbox[] }) => {
  const cancelled = Object.values(rehearsal.cancelled).reduce((sum, n) => sum + n, 0);
  const tiles = [
    ["leave", rehearsal.leaves],
    ["are cancelled", cancelled],
    ["are too late", rehearsal.fails],
    ["still wait", rehearsal.later],
  ] as const;
  if (rehearsal.emails === 0)
    return <Empty title="Nothing waits">Schedule emails or a campaign, and see here what the next weeks would bring.</Empty>;
  return (
    <>
      <Panel title="Calendar">
        <div class="tiles">
          {tiles.map(([words, n]) => (
            <div class="number-tile" key={words}>
              <strong>{number(n)}</strong>
              <span class="soft">{t(words)}</span>
            </div>
          ))}
        </div>
        {rehearsal.days.length > 0 && <Calendar days={rehearsal.days} mailboxes={mailboxes} />}
      </Panel>
      <Panel title="Emails">
        <Emails id={rehearsal.id} />
      </Panel>
    </>
  );
};

/** The screen "Rehearsal": what waits, played for some weeks with the answers that one expects. */
const RehearsalScreen = () => {
  const [rehearsal, setRehearsal] = useState<Rehearsal>();
  const rehearsing = useRehearsing(setRehearsal);
  const mailboxes = useMailboxes() ?? [];
  return (
    <Page
      title={t("Rehearsal")}
      above={["/console/sends", "Sends"]}
      about={t("What the emails that wait would do in the next weeks, with the answers that you expect. Nothing is sent or changed.")}
    >
      <Panel title="What to play">
        <Form rehearsing={rehearsing} />
      </Panel>
      {rehearsal && <Result rehearsal={rehearsal} mailboxes={mailboxes} />}
    </Page>
  );
};

export default RehearsalScreen;
