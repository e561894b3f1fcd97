import type { Mailbox, NewRehearsal, Rehearsal, RehearsedEmail, Sequence } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, useRecord } from "../../data/queries.ts";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import { Button } from "../../ui/controls.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { number } from "../../ui/numbers.ts";
import { Empty, Loaded, Page, Panel } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { cancelWords } from "../send/timeline.ts";
import { useMailboxes } from "../../data/mailboxes.ts";
import { nameOf } from "../sequences/cells.ts";
import { Calendar, partOf, wholeOf } from "./calendar.tsx";

/** How many people, and emails of a rehearsal, are read. */
const READ_MAX = 2_000;
const PAGE = 200;
/** The most mailboxes that a rehearsal can be narrowed to. */
const MAILBOXES_MAX = 50;

/** A sequence to rehearse: its emails that wait, and the mailboxes that send them. */
export interface OfSequence {
  readonly sequence: Sequence;
  readonly sendIds: ReadonlySet<string>;
  readonly mailboxIds: readonly string[];
}

const readSequence = async (id: string): Promise<OfSequence> => {
  const sequence = await client.sequences.get(id);
  const sendIds = new Set<string>();
  const mailboxIds = new Set<string>();
  let people = 0;
  for await (const { mailbox_id, steps } of client.sequences.listRecipients(id, { limit: PAGE })) {
    if (people >= READ_MAX) break;
    people += 1;
    mailboxIds.add(mailbox_id);
    for (const { send_id } of steps) sendIds.add(send_id);
  }
  return { sequence, sendIds, mailboxIds: mailboxIds.size > MAILBOXES_MAX ? [] : [...mailboxIds] };
};

/** The sequence that the address names; undefined for none. */
const useOfSequence = (id: string | undefined) =>
  useRecord<OfSequence>(["sequences", id ?? "", "rehearsal"], id === undefined ? undefined : () => readSequence(id));

/** A rehearsal's emails; those of a sequence alone where one is looked at. */
const readEmails = async (id: string, sendIds: ReadonlySet<string> | undefined) => {
  const emails: RehearsedEmail[] = [];
  for (let start: number | undefined = 0; start !== undefined && start < READ_MAX;) {
    const page = await client.rehearsals.listEmails(id, { limit: PAGE, start });
    emails.push(...page.emails);
    start = page.next_start;
    if (sendIds === undefined) return { emails, isCut: start !== undefined };
    if (start === undefined) break;
  }
  return { emails: emails.filter((email) => sendIds?.has(email.id) ?? true), isCut: emails.length >= READ_MAX };
};

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

const useRehearsing = (of: OfSequence | undefined, onDone: (rehearsal: Rehearsal) => void) =>
  useAction(
    (body: NewRehearsal) => client.rehearsals.create({ ...body, ...(of && of.mailboxIds.length > 0 && { mailbox_ids: of.mailboxIds }) }),
    { showsError: true, onDone },
  );

const ends = { leaves: "leaves", cancelled: "is cancelled", fails: "is too late", later: "still waits", unknown: "is not known" } as const;

const whyOf = ({ ends: end, reason }: RehearsedEmail): string =>
  end === "cancelled" ? t(cancelWords[reason as keyof typeof cancelWords] ?? reason) : t(ends[end]);

interface ResultProps {
  readonly rehearsal: Rehearsal;
  readonly mailboxes: readonly Mailbox[];
  readonly of: OfSequence | undefined;
}

const Emails = ({ emails, isCut }: { readonly emails: readonly RehearsedEmail[]; readonly isCut: boolean }) => (
  <div class="scrolls" tabIndex={0} role="region" aria-label={t("Emails")}>
    <table class="figures">
      <tbody>
        {emails.slice(0, LISTED).map((email) => (
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
    {(isCut || emails.length > LISTED) && (
      <p class="soft">{t("The first {n}; the API has all.", { n: number(Math.min(emails.length, LISTED)) })}</p>
    )}
  </div>
);

const Tiles = ({ of: { leaves, cancelled, fails, later } }: { readonly of: ReturnType<typeof wholeOf> }) => (
  <div class="tiles">
    {(
      [
        ["leave", leaves],
        ["are cancelled", cancelled],
        ["are too late", fails],
        ["still wait", later],
      ] as const
    ).map(([words, n]) => (
      <div class="number-tile" key={words}>
        <strong>{number(n)}</strong>
        <span class="soft">{t(words)}</span>
      </div>
    ))}
  </div>
);

const Result = ({ rehearsal, mailboxes, of }: ResultProps) => {
  const page = useRecord(["rehearsals", rehearsal.id], () => readEmails(rehearsal.id, of?.sendIds));
  return (
    <Loaded from={page}>
      {({ emails, isCut }) => {
        const own = of && partOf(emails, rehearsal.timezone);
        if ((own ?? rehearsal).emails === 0)
          return <Empty title="Nothing waits">Schedule emails or a campaign, and see here what the next weeks would bring.</Empty>;
        return (
          <>
            <Panel title="Calendar">
              <Tiles of={own ?? wholeOf(rehearsal)} />
              {rehearsal.days.length > 0 && <Calendar days={rehearsal.days} own={own?.days} mailboxes={mailboxes} />}
              {own && own.leaves < rehearsal.leaves && (
                <p class="soft legend">
                  <i aria-hidden="true" /> {t("this sequence")} <i aria-hidden="true" class="others" />{" "}
                  {t("all other mail of these mailboxes")}
                </p>
              )}
            </Panel>
            <Panel title="Emails">
              <Emails emails={emails} isCut={isCut} />
            </Panel>
          </>
        );
      }}
    </Loaded>
  );
};

/** The screen "Rehearsal": what waits, or a sequence alone, played for some weeks with the answers that one expects. */
const RehearsalScreen = () => {
  const { sequence: sequenceId } = useLocation().query;
  const [rehearsal, setRehearsal] = useState<Rehearsal>();
  const found = useOfSequence(sequenceId);
  const of = found.data;
  const rehearsing = useRehearsing(of, setRehearsal);
  const mailboxes = useMailboxes() ?? [];
  const isRead = sequenceId === undefined || of !== undefined;
  return (
    <Page
      title={t("Rehearsal")}
      above={sequenceId && of ? [`/console/sequences/${sequenceId}`, nameOf(of.sequence)] : ["/console/sends", "Sends"]}
      about={t(
        sequenceId === undefined
          ? "What the emails that wait would do in the next weeks, with the answers that you expect. Nothing is sent or changed."
          : "What this sequence would do in the next weeks, beside all other mail, with the answers that you expect. Nothing is sent or changed.",
      )}
    >
      <Panel title="What to play">{isRead ? <Form rehearsing={rehearsing} /> : <Loaded from={found}>{() => null}</Loaded>}</Panel>
      {rehearsal && isRead && <Result rehearsal={rehearsal} mailboxes={mailboxes} of={of} />}
    </Page>
  );
};

export default RehearsalScreen;
