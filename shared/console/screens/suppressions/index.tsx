import { listed, t, worded } from "../../data/language.ts";
import type { Account, Suppression } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, useList, useRecord, wordsOf } from "../../data/queries.ts";
import { Badge, Button, type Tone } from "../../ui/controls.tsx";
import { Dialog, FormDialog } from "../../ui/dialog.tsx";
import { Field, Select, TextArea } from "../../ui/field.tsx";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { may } from "../../data/session.ts";
import { Empty, Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { count } from "../../ui/numbers.ts";
import { Time } from "../../ui/time.tsx";

/** Splits pasted names: an entry with an @ after its first character is an address, any other a domain, with or without a leading @. */
export const splitNames = (text: string): { readonly emails: readonly string[]; readonly domains: readonly string[] } => {
  const names = text.split(/[\s,;]+/).filter((name) => name !== "");
  return {
    emails: names.filter((name) => name.indexOf("@") > 0),
    domains: names.filter((name) => name.indexOf("@") <= 0).map((name) => (name.startsWith("@") ? name.slice(1) : name)),
  };
};

/** Who is suppressed automatically, by the account's settings `suppress_bounced`, `suppress_complained` and `suppress_asked`. */
export const automaticWords = ({ suppress_bounced: bounced, suppress_complained: complained, suppress_asked: asked }: Account): string => {
  const added = [
    "who unsubscribes",
    ...(complained ? ["who marks mail as spam"] : []),
    ...(bounced ? ["whose address bounces for good"] : []),
    ...(asked ? ["whose answer asks for it"] : []),
  ];
  const left = [...(complained ? [] : ["who marks mail as spam"]), ...(bounced ? [] : ["whose address bounces"])];
  const list = (words: readonly string[]) => listed(words.map((one) => t(one)));
  const automatic = t("Added automatically: {who}.", { who: list(added) });
  return left.length === 0
    ? automatic
    : `${automatic} ${t("Not added, because the account’s settings say so: {who}.", { who: list(left) })}`;
};

/** The API's problems with the pasted names: each names its place in the list, and here the name itself. */
const problemsOf = (error: unknown, text: string): string | undefined => {
  if (error === null) return undefined;
  const given: Readonly<Record<string, readonly string[]>> = { ...splitNames(text) };
  const problems = Object.entries(fieldsOf(error)).map(([field, problem]) => {
    const [list = "", place = ""] = field.split(".");
    const name = given[list]?.[Number(place)];
    return `${name ?? field}: ${problem}`;
  });
  return problems.length === 0 ? wordsOf(error) : problems.slice(0, 5).join("; ");
};

/** Adds pasted addresses and domains. */
const AddDialog = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const add = useAction(
    async (text: string) =>
      client.suppressions.add(splitNames(text)).catch((error: unknown) => {
        throw Object.assign(new Error(problemsOf(error, text)), { cause: error });
      }),
    {
      showsError: true,
      changes: [["suppressions"]],
      done: ({ suppressions }) => count(suppressions.length, "is suppressed", "are suppressed"),
      onDone: onClose,
    },
  );
  const close = (): void => {
    add.reset();
    onClose();
  };
  return (
    <FormDialog
      title="Suppress addresses"
      isOpen={isOpen}
      onClose={close}
      action="Suppress"
      isBusy={add.isRunning}
      onSubmit={(form) => add.run(new FormData(form).get("names") as string)}
    >
      <TextArea
        label="Addresses and domains"
        name="names"
        required
        rows={6}
        placeholder={"jane@example.com\nexample.org"}
        error={add.error === null ? undefined : add.error.message}
        hint="One a line, or with commas: up to 1,000. A name without @ is a domain."
      />
    </FormDialog>
  );
};

type Reason = Suppression["reason"];

const tones: Readonly<Record<Reason, Tone>> = { manual: "quiet", bounced: "warn", unsubscribed: "info", complained: "bad", asked: "info" };
const reasons = Object.keys(tones) as readonly Reason[];

const nameOf = ({ email, domain }: Suppression): string => (email === "" ? `@${domain}` : email);

const columnsWith = (remove: ((row: Suppression) => void) | undefined): readonly Column<Suppression>[] => [
  { head: "Address", cell: nameOf },
  { head: "Reason", cell: ({ reason }) => <Badge tone={tones[reason]}>{t(reason)}</Badge>, width: 9 },
  {
    head: "By",
    cell: ({ send_id }) =>
      send_id === "" ? <span class="soft">{t("you")}</span> : <a href={`/console/sends/${send_id}`}>{t("this email")}</a>,
    width: 7,
    isMinor: true,
  },
  { head: "Since", cell: ({ created_at }) => <Time of={created_at} />, width: 6, isMinor: true },
  ...(remove
    ? [
        {
          head: "",
          width: 7.5,
          cell: (row: Suppression) => (
            <Button kind="quiet" aria-label={t("Remove {name}", { name: nameOf(row) })} onClick={() => remove(row)}>
              Remove
            </Button>
          ),
        },
      ]
    : []),
];

/** The filters, as the address has them. */
const useFilter = () => {
  const { query, route } = useLocation();
  const { search = "", reason = "" } = query;
  const filter = (changes: Readonly<Record<string, string>>): void => {
    const wanted = Object.entries({ search, reason, ...changes }).filter(([, value]) => value !== "");
    route(`/console/suppressions?${new URLSearchParams(wanted).toString()}`.replace(/\?$/, ""));
  };
  const named = search.includes("@") && !search.startsWith("@") ? { email: search } : { domain: search.replace(/^@/, "") };
  return { search, reason, filter, asked: { ...(search !== "" && named), ...(reason !== "" && { reason: reason as Reason }) } };
};

/** The consequences of removing the suppression, for the person who removes it. */
const warningOf = ({ reason }: Suppression): string =>
  ({
    manual: "Mail is sent to it again.",
    bounced: "Mail is sent to it again. It bounced before: do this when you know that the address works now.",
    unsubscribed: "Its owner asked for no more mail. Do this only when the owner asks for mail again.",
    asked: "Its owner asked for no more mail. Do this only when the owner asks for mail again.",
    complained: "Its owner marked mail as spam. Do this only when the owner asks for mail again.",
  })[reason];

const RemoveDialog = ({ row, onClose }: { readonly row: Suppression | undefined; readonly onClose: () => void }) => {
  const remove = useAction((id: string) => client.suppressions.remove(id), {
    changes: [["suppressions"]],
    done: "Removed",
    onDone: onClose,
  });
  return (
    <Dialog
      title={row ? t("Remove {name}?", { name: nameOf(row) }) : "Remove"}
      isOpen={row !== undefined}
      onClose={onClose}
      actions={
        <Button kind="danger" isBusy={remove.isRunning} onClick={() => row && remove.run(row.id)}>
          Remove
        </Button>
      }
    >
      <p>{row && t(warningOf(row))}</p>
    </Dialog>
  );
};

/** The recipients who are added automatically, by the account's current settings. */
const Automatic = () => {
  const { data } = useRecord(["account"], () => client.account.get());
  return (
    <>
      {t("No mail is sent to these addresses and domains.")} {data && automaticWords(data)}{" "}
      {data && may("admin") && <a href="/console/settings">{t("Change it")}</a>}
    </>
  );
};

/** The screen "Suppressions": who gets no more mail, and why. */
const Suppressions = () => {
  const { search, reason, filter, asked } = useFilter();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Suppression>();
  const list = useList(
    ["suppressions", search, reason],
    () => client.suppressions.list({ ...asked, limit: 100 }),
    (page) => page.suppressions,
  );
  const errors = fieldsOf(list.error);
  const mayChange = may("send");
  return (
    <Page
      title={t("Suppressions")}
      about={<Automatic />}
      actions={
        mayChange && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add
          </Button>
        )
      }
    >
      <div class="filters" role="search" aria-label={t("Filters")}>
        <Field
          label="Address or domain"
          type="search"
          placeholder="jane@example.com"
          value={search}
          error={errors["email"] ?? errors["domain"]}
          onChange={({ currentTarget }) => filter({ search: currentTarget.value.trim() })}
        />
        <Select
          label="Reason"
          value={reason}
          options={worded([["", "All"], ...reasons.map((known) => [known, known] as const)])}
          onChange={({ currentTarget }) => filter({ reason: currentTarget.value })}
        />
      </div>
      <Table
        label="Suppressions"
        columns={columnsWith(mayChange ? setRemoved : undefined)}
        list={list}
        keyOf={({ id }) => id}
        empty={
          search === "" && reason === "" ? (
            <Empty title="Nobody is suppressed">Add an address or a domain to which no mail may go.</Empty>
          ) : (
            <Empty title="No suppression matches">An address is suppressed by itself or by its whole domain: search for both.</Empty>
          )
        }
      />
      <AddDialog isOpen={isAdding} onClose={() => setAdding(false)} />
      <RemoveDialog row={removed} onClose={() => setRemoved(undefined)} />
    </Page>
  );
};

export default Suppressions;
