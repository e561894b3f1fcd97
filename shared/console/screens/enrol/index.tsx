import type { ComponentChildren } from "preact";
import { useLocation, useRoute } from "preact-iso";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Mailbox, Sequence } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { dropDraft, keepDraft, keptDraft } from "../../data/drafts.ts";
import { t } from "../../data/language.ts";
import { fieldsOf, useRecord } from "../../data/queries.ts";
import { may } from "../../data/session.ts";
import { Button, LinkButton } from "../../ui/controls.tsx";
import { Field } from "../../ui/field.tsx";
import { Empty, Loaded, Loading, Page, Panel } from "../../ui/page.tsx";
import { From } from "../compose/from.tsx";
import { useMailboxes } from "../../data/mailboxes.ts";
import { ownZone } from "../sends/when.tsx";
import { nameOf } from "../sequences/cells.ts";
import { Enrolling, type EnrollingProps, peopleDraft } from "./enrolling.tsx";
import { PastePeople, Preview } from "./preview.tsx";
import { readPeople } from "./pasted.ts";
import { asNew, faultsIn, newPlan, type Plan, sequenceIn, usedBy } from "./plan.ts";
import { Rules, Steps } from "./steps.tsx";
import { useEnrolment } from "./use-enrolment.ts";

/** The draft of a new sequence. */
const NEW = "sequence";

/** The plan of this browser, with the mailbox that it is sent from. */
const begin = (mailboxes: readonly Mailbox[]): Plan => {
  const plan = { ...newPlan(ownZone()), ...keptDraft<Plan>(NEW) };
  const first = mailboxes.find(({ status }) => status === "active") ?? mailboxes[0];
  return { ...plan, mailboxId: plan.mailboxId || (first?.id ?? "") };
};

/** The error of a field or of a part of it: `window` has that of `window.from`. */
const finder =
  (faults: Readonly<Record<string, string>>) =>
  (...fields: readonly string[]): string | undefined =>
    Object.entries(faults).find(([name]) => fields.some((field) => name === field || name.startsWith(`${field}.`)))?.[1];

/** The fields of a form, beside them what a person would get, and below them its last part. */
const Form = ({ children, ...enrolling }: EnrollingProps & { readonly children: ComponentChildren }) => {
  const { enrolment, sequence, paste } = enrolling;
  const { stage } = enrolment.state;
  return (
    <div class="stack enrol">
      <div class="compose">
        <fieldset class="stack" disabled={stage === "adding" || stage === "added"}>
          {children}
        </fieldset>
        <div class="stack beside">
          <Preview sequence={sequence} people={paste.people} />
        </div>
      </div>
      <Enrolling {...enrolling} />
    </div>
  );
};

/** The form of a new sequence: who, what, when; what it would do, and then doing it. */
const NewSequenceForm = ({ mailboxes }: { readonly mailboxes: readonly Mailbox[] }) => {
  const [plan, setPlan] = useState<Plan>(() => begin(mailboxes));
  const [wantsFaults, setWantsFaults] = useState(false);
  const sequence = useMemo(() => sequenceIn(plan), [plan]);
  const used = [...usedBy(sequence.steps)].join(" ");
  // A long list is not read anew at each letter of a text.
  const paste = useMemo(() => readPeople(plan.people, new Set(used.split(" "))), [plan.people, used]);
  const own = useMemo(() => faultsIn(plan), [plan]);
  const enrolment = useEnrolment({
    onMade: (id) => {
      dropDraft(NEW);
      keepDraft(peopleDraft(id), { people: plan.people, changedAt: Date.now() });
    },
  });
  const { state } = enrolment;
  const change = (changes: Partial<Plan>): void => {
    const next = { ...plan, ...changes, changedAt: Date.now() };
    setPlan(next);
    keepDraft(NEW, next);
    enrolment.reset();
  };
  const errorOf = finder({ ...(wantsFaults && own), ...state.faults, ...fieldsOf(state.error) });
  const part = { plan, change, errorOf };
  const discard = (): void => {
    setPlan({ ...newPlan(plan.timezone), mailboxId: plan.mailboxId });
    setWantsFaults(false);
    dropDraft(NEW);
    enrolment.reset();
  };
  return (
    <Form
      enrolment={enrolment}
      sequence={sequence}
      paste={paste}
      pasted={plan.people}
      mailboxes={mailboxes}
      makes
      isReady={() => {
        setWantsFaults(true);
        return Object.keys(own).length === 0;
      }}
    >
      <Panel title="Sequence">
        <Field
          label="Name"
          value={plan.name}
          maxLength={200}
          placeholder="Spring offer"
          error={errorOf("name")}
          onInput={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <From
          mailboxId={plan.mailboxId}
          mailboxes={mailboxes}
          error={errorOf("mailbox_id", "mailbox_ids", "pool")}
          onChange={(mailboxId) => change({ mailboxId })}
        />
      </Panel>
      <PastePeople value={plan.people} paste={paste} onChange={(people) => change({ people })} />
      <Steps {...part} columns={paste.columns} />
      <Rules {...part} />
      {plan.changedAt > 0 && (
        <div class="row">
          <Button kind="quiet" onClick={discard}>
            Discard
          </Button>
          <span class="soft">{t("What you write is kept in this browser until then.")}</span>
        </div>
      )}
    </Form>
  );
};

/** The form that adds people to a sequence. */
const AddPeopleForm = ({ sequence: known, mailboxes }: { readonly sequence: Sequence; readonly mailboxes: readonly Mailbox[] }) => {
  const name = peopleDraft(known.id);
  const [people, setPeople] = useState(() => keptDraft<Pick<Plan, "people">>(name)?.people ?? "");
  const sequence = useMemo(() => asNew(known), [known.revision]);
  const used = useMemo(() => usedBy(sequence.steps), [sequence]);
  const paste = useMemo(() => readPeople(people, used), [people, used]);
  const enrolment = useEnrolment({ known });
  const change = (next: string): void => {
    setPeople(next);
    keepDraft(name, { people: next, changedAt: Date.now() });
    enrolment.reset();
  };
  useEffect(() => {
    if (people.trim() === "") dropDraft(name);
  }, [people]);
  return (
    <Form
      enrolment={enrolment}
      sequence={sequence}
      paste={paste}
      pasted={people}
      mailboxes={mailboxes}
      isReady={() => true}
      onCorrect={(left) => change(left)}
    >
      <PastePeople value={people} paste={paste} onChange={change} needed={[...used]} />
    </Form>
  );
};

const AddPeople = ({ id, mailboxes }: { readonly id: string; readonly mailboxes: readonly Mailbox[] }) => {
  const found = useRecord<Sequence>(["sequences", id], () => client.sequences.get(id));
  return (
    <Loaded from={found}>
      {(sequence) => (
        <Page
          title={t("Add people")}
          above={[`/console/sequences/${id}`, nameOf(sequence)]}
          about={t("Each gets the first step at once, and the others until something ends them.")}
        >
          {sequence.status === "active" ? (
            <AddPeopleForm sequence={sequence} mailboxes={mailboxes} />
          ) : (
            <Empty title="Nobody can be added now" action={<LinkButton href={`/console/sequences/${id}`}>To the sequence</LinkButton>}>
              The sequence is paused or deleted.
            </Empty>
          )}
        </Page>
      )}
    </Loaded>
  );
};

/** The screens "New sequence" and "Add people". */
const Enrol = () => {
  const { id } = useRoute().params;
  const { path } = useLocation();
  const mailboxes = useMailboxes()?.filter(({ status }) => status !== "disconnected");
  const title = t(id === undefined ? "New sequence" : "Add people");
  if (!may("send"))
    return (
      <Page title={title}>
        <Empty title="This session may only read">Sign in with a key of the scope send to make sequences.</Empty>
      </Page>
    );
  if (mailboxes === undefined)
    return (
      <Page title={title}>
        <Loading />
      </Page>
    );
  if (id !== undefined) return <AddPeople key={path} id={id} mailboxes={mailboxes} />;
  return (
    <Page
      title={title}
      above={["/console/sequences", "Sequences"]}
      about={t("A first email and its reminders, for each person with their own words. Nothing leaves before you have seen who gets what.")}
    >
      {mailboxes.length === 0 ? (
        <Empty title="There is no mailbox to send from" action={<a href="/console/mailboxes">{t("Connect a mailbox")}</a>} />
      ) : (
        <NewSequenceForm mailboxes={mailboxes} />
      )}
    </Page>
  );
};

export default Enrol;
