import { useEffect, useRef, useState } from "preact/hooks";
import type { ThreadMessage } from "../../../client/index.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Field, TextArea } from "../../ui/field.tsx";
import { bytes } from "../../ui/numbers.ts";
import { fileOf } from "../compose/files.ts";
import { ownZone } from "../sends/when.tsx";
import { atOnce, DepartureFields, departureOut } from "./departure.tsx";
import type { Way } from "./email.tsx";

interface AnswerProps {
  readonly email: ThreadMessage;
  readonly way: Way;
  readonly onClose: () => void;
}

/** What was written and not sent, by email: leaving a conversation does not lose it. */
const drafts = new Map<string, string>();

const events = [
  ["reply", "a person answers"],
  ["bounce", "an email bounces"],
  ["auto_reply", "an automatic answer comes"],
] as const;
type CancelOn = (typeof events)[number][0];

const addresses = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

const titles: Readonly<Record<Way, string>> = { reply: "Reply", reply_all: "Reply to all", forward: "Forward" };

/** The errors of one field of the form, which may be a list: `cc.0`. */
const errorOf = (errors: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(errors).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];

const SHOWN = ["to", "cc", "bcc", "subject", "body_text", "attachments", "send_at", "window", "cancel_on"];

/** Answers or forwards an email; what the API refuses is said at its field. */
export const Answer = ({ email, way, onClose }: AnswerProps) => {
  const isForward = way === "forward";
  const isOwn = email.direction === "outbound";
  const [text, setText] = useState(drafts.get(email.id) ?? "");
  const [people, setPeople] = useState({ to: "", cc: "", bcc: "", subject: "" });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [departure, setDeparture] = useState(atOnce);
  const [cancelOn, setCancelOn] = useState<readonly CancelOn[]>([]);
  const [isWhole, setWhole] = useState(true);
  const own = useRef<HTMLFormElement>(null);
  useEffect(() => {
    own.current?.scrollIntoView({ block: "nearest" });
    own.current?.querySelector<HTMLElement>(isForward ? "input" : "textarea")?.focus();
  }, [way, email.id]);
  const send = useAction(
    async () => {
      const { to, subject } = people;
      const [cc, bcc] = [addresses(people.cc), addresses(people.bcc)];
      const every = {
        body_text: text,
        ...(subject !== "" && { subject }),
        ...(cc.length > 0 && { cc }),
        ...(bcc.length > 0 && { bcc }),
        ...(files.length > 0 && { attachments: await Promise.all(files.map(fileOf)) }),
        ...departureOut(departure),
      };
      if (isForward) return client.messages.forward(email.id, { ...every, to, include_attachments: isWhole });
      const reply = {
        ...every,
        ...(to !== "" && { to }),
        ...(way === "reply_all" && { reply_all: true }),
        ...(cancelOn.length > 0 && { cancel_on: cancelOn }),
        ...(!isWhole && { quote_history: false }),
        quote_timezone: ownZone(),
      };
      return isOwn ? client.sends.followUp(email.id, reply) : client.messages.reply(email.id, reply);
    },
    {
      done: departure.when === "now" ? "It is on its way" : "It leaves at its time",
      changes: [["threads"], ["sends"]],
      showsError: true,
      onDone: () => {
        drafts.delete(email.id);
        onClose();
      },
    },
  );
  const errors = fieldsOf(send.error);
  const isSaid = Object.keys(errors).length > 0 && Object.keys(errors).every((field) => SHOWN.includes(field.split(".")[0]!));
  const set = (name: keyof typeof people) => (event: { readonly currentTarget: HTMLInputElement }) =>
    setPeople({ ...people, [name]: event.currentTarget.value });
  const write = (typed: string): void => {
    setText(typed);
    drafts.set(email.id, typed);
  };
  return (
    <form
      ref={own}
      class="answer panel"
      aria-label={titles[way]}
      onSubmit={(event) => {
        event.preventDefault();
        send.run();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) own.current?.requestSubmit();
      }}
    >
      <h2>{isOwn ? "Follow up" : titles[way]}</h2>
      {isForward && <Field label="To" value={people.to} required error={errorOf(errors, "to")} onInput={set("to")} />}
      <details open={["to", "cc", "bcc", "subject"].some((name) => !isForward && errorOf(errors, name) !== undefined)}>
        <summary>{isForward ? "Copies and subject" : "Recipient, copies and subject"}</summary>
        <div class="columns">
          {!isForward && <Field label="To" value={people.to} placeholder="Who wrote" error={errorOf(errors, "to")} onInput={set("to")} />}
          <Field label="Cc" value={people.cc} hint="Commas between addresses" error={errorOf(errors, "cc")} onInput={set("cc")} />
          <Field label="Bcc" value={people.bcc} error={errorOf(errors, "bcc")} onInput={set("bcc")} />
          <Field
            label="Subject"
            value={people.subject}
            placeholder="As it is"
            error={errorOf(errors, "subject")}
            onInput={set("subject")}
          />
        </div>
      </details>
      <TextArea
        label={isForward ? "A note above it" : "Text"}
        rows={7}
        value={text}
        error={errorOf(errors, "body_text")}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
      <Field
        label="Files"
        type="file"
        multiple
        hint={files.length > 0 ? files.map(({ name, size }) => `${name} (${bytes(size)})`).join(", ") : "Up to 20, together 3 MB"}
        error={errorOf(errors, "attachments")}
        onChange={({ currentTarget }) => setFiles([...(currentTarget.files ?? [])])}
      />
      <DepartureFields of={departure} onChange={setDeparture} errors={errors} />
      {!isForward && departure.when !== "now" && (
        <fieldset class="days">
          <legend>Cancel it when</legend>
          {events.map(([event, words]) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={cancelOn.includes(event)}
                onChange={({ currentTarget: { checked } }) =>
                  setCancelOn(events.map(([one]) => one).filter((one) => (one === event ? checked : cancelOn.includes(one))))
                }
              />
              {words}
            </label>
          ))}
          {errorOf(errors, "cancel_on") !== undefined && <small class="error">{errorOf(errors, "cancel_on")}</small>}
        </fieldset>
      )}
      <Checkbox
        label={isForward ? "With its files" : "With the conversation quoted below"}
        checked={isWhole}
        onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
      />
      {send.error && !isSaid && (
        <p class="error" role="alert">
          {wordsOf(send.error)}
        </p>
      )}
      <div class="row">
        <Button type="submit" kind="primary" isBusy={send.isRunning}>
          {departure.when === "now" ? "Send" : "Schedule"}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  );
};
