import { useState } from "preact/hooks";
import type { InvitedMember, Mailbox, Member, MemberRole } from "../../../client/index.ts";
import { mixed, t, worded } from "../../data/language.ts";
import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { session } from "../../data/session.ts";
import { Button } from "../../ui/controls.tsx";
import { Field, Select, ShownOnce } from "../../ui/field.tsx";
import { Dialog, FormDialog } from "../../ui/dialog.tsx";
import { Time } from "../../ui/time.tsx";

/** What the roles are called. */
export const roles: Readonly<Record<MemberRole, string>> = { admin: "Administrator", member: "Member", viewer: "Viewer" };
const roleChoices = [
  ["member", "Member: reads and sends"],
  ["viewer", "Viewer: reads only"],
  ["admin", "Administrator: everything"],
] as const;

/** Role and mailboxes in a form. */
const rightsIn = (form: HTMLFormElement): { role: MemberRole; mailbox_ids?: string[] } => {
  const given = new FormData(form);
  const role = given.get("role") as MemberRole;
  return { role, ...(role !== "admin" && { mailbox_ids: given.getAll("mailbox_ids") as string[] }) };
};

interface RightsProps {
  readonly mailboxes: readonly Mailbox[];
  readonly errors: Readonly<Record<string, string>>;
  readonly member?: Member | undefined;
}

/** What somebody may do, and where. */
const Rights = ({ mailboxes, errors, member }: RightsProps) => {
  const [role, setRole] = useState<string>(member?.role ?? "member");
  return (
    <>
      <Select
        label="Role"
        name="role"
        value={role}
        options={worded(roleChoices)}
        error={errors["role"]}
        onChange={({ currentTarget }) => setRole(currentTarget.value)}
      />
      {role !== "admin" && (
        <div class={`field${errors["mailbox_ids"] === undefined ? "" : " wrong"}`}>
          <label for="member-mailboxes">{t("Mailboxes")}</label>
          <select id="member-mailboxes" name="mailbox_ids" multiple size={Math.min(6, Math.max(2, mailboxes.length))} required>
            {mailboxes.map(({ id, email }) => (
              <option key={id} value={id} selected={member?.mailbox_ids.includes(id) ?? mailboxes.length === 1}>
                {email}
              </option>
            ))}
          </select>
          <small class="soft">{t("Everything else does not exist for this person.")}</small>
          {errors["mailbox_ids"] !== undefined && (
            <small class="error" role="alert">
              {errors["mailbox_ids"]}
            </small>
          )}
        </div>
      )}
    </>
  );
};

const Problem = ({ error }: { readonly error: Error | null }) => {
  const fields = Object.keys(fieldsOf(error));
  if (error === null || fields.some((field) => ["name", "role", "mailbox_ids"].includes(field))) return null;
  return (
    <small class="error" role="alert">
      {wordsOf(error)}
    </small>
  );
};

const Link = ({ invited, onClose }: { readonly invited: InvitedMember; readonly onClose: () => void }) => (
  <Dialog title="The invitation" isOpen onClose={onClose}>
    <ShownOnce value={invited.url} copy="Copy address" onClose={onClose}>
      {mixed(
        "Give this address to {name} alone: whoever opens it signs in in that name. It works once, until {time}, and is shown only here.",
        {
          name: <b>{invited.name}</b>,
          time: <Time of={invited.expires_at ?? ""} as="full" />,
        },
      )}
    </ShownOnce>
  </Dialog>
);

/** Invites somebody, and shows the address that does it. */
export const Invite = ({ mailboxes, onClose }: { readonly mailboxes: readonly Mailbox[]; readonly onClose: () => void }) => {
  const [invited, setInvited] = useState<InvitedMember>();
  const invite = useAction(client.members.create, {
    changes: [["members"]],
    showsError: true,
    onDone: (made) => {
      setInvited(made);
      if (session.value) session.value = { ...session.value, has_team: true };
    },
  });
  const errors = fieldsOf(invite.error);
  if (invited) return <Link invited={invited} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite somebody"
      isOpen
      onClose={onClose}
      action="Make invitation"
      isBusy={invite.isRunning}
      onSubmit={(form) => {
        const name = new FormData(form).get("name");
        invite.run({ name: typeof name === "string" ? name.trim() : "", ...rightsIn(form) });
      }}
    >
      <Field
        label="Name"
        name="name"
        maxLength={64}
        required
        placeholder="Anna"
        error={errors["name"]}
        hint="By it the others know who has a conversation and who wrote a note."
      />
      <Rights mailboxes={mailboxes} errors={errors} />
      <Problem error={invite.error} />
    </FormDialog>
  );
};

interface ChangeProps {
  readonly member: Member;
  readonly mailboxes: readonly Mailbox[];
  readonly onClose: () => void;
  /** Asks for a new link instead. */
  readonly onForgotten: () => void;
}

/** Changes what somebody may do, and where. */
export const Change = ({ member, mailboxes, onClose, onForgotten }: ChangeProps) => {
  const change = useAction((rights: { role: MemberRole; mailbox_ids?: string[] }) => client.members.update(member.id, rights), {
    changes: [["members"]],
    showsError: true,
    done: "Changed: the next sign-in has the new rights",
    onDone: onClose,
  });
  return (
    <FormDialog
      title={member.name}
      isOpen
      onClose={onClose}
      action="Save"
      isBusy={change.isRunning}
      onSubmit={(form) => change.run(rightsIn(form))}
    >
      <Rights mailboxes={mailboxes} errors={fieldsOf(change.error)} member={member} />
      <p class="soft">{t("Whoever is signed in under this name is signed out within 30 seconds.")}</p>
      <Button kind="quiet" onClick={onForgotten}>
        Forgot the password, or lost the link?
      </Button>
      <Problem error={change.error} />
    </FormDialog>
  );
};

/** Removes somebody, and says what stays. */
export const Remove = ({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) => {
  const remove = useAction(() => client.members.delete(member.id), { done: "Removed", changes: [["members"]], onDone: onClose });
  return (
    <Dialog
      title={t("Remove {name}?", { name: member.name })}
      isOpen
      onClose={onClose}
      actions={
        <Button kind="danger" isBusy={remove.isRunning} onClick={() => remove.run()}>
          Remove
        </Button>
      }
    >
      <p>{t("The sign-in ends within 30 seconds, or the invitation at once. Notes, sent mail and API keys stay.")}</p>
    </Dialog>
  );
};

/** A new link for whoever forgot the password, or lost the link. */
export const Again = ({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) => {
  const [invited, setInvited] = useState<InvitedMember>();
  const invite = useAction(() => client.members.inviteAgain(member.id), { changes: [["members"]], onDone: setInvited });
  if (invited) return <Link invited={invited} onClose={onClose} />;
  return (
    <Dialog
      title={t("A new link for {name}?", { name: member.name })}
      isOpen
      onClose={onClose}
      actions={
        <Button kind="primary" isBusy={invite.isRunning} onClick={() => invite.run()}>
          Make a new link
        </Button>
      }
    >
      <p>{t("The password and older links work no longer, and whoever is signed in under this name is signed out within 30 seconds.")}</p>
    </Dialog>
  );
};
