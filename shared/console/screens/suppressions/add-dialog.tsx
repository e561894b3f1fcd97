import { client } from "../../data/client.ts";
import { fieldsOf, useAction, wordsOf } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { splitNames } from "./split-names.ts";

const FORM = "suppress-form";

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
export const AddDialog = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const add = useAction(
    async (text: string) =>
      client.suppressions.add(splitNames(text)).catch((error: unknown) => {
        throw Object.assign(new Error(problemsOf(error, text)), { cause: error });
      }),
    {
      showsError: true,
      changes: [["suppressions"]],
      done: ({ suppressions }) => `${suppressions.length} ${suppressions.length === 1 ? "is" : "are"} suppressed`,
      onDone: onClose,
    },
  );
  const close = (): void => {
    add.reset();
    onClose();
  };
  return (
    <Dialog
      title="Suppress addresses"
      isOpen={isOpen}
      onClose={close}
      actions={
        <Button kind="primary" type="submit" form={FORM} isBusy={add.isRunning}>
          Suppress
        </Button>
      }
    >
      <form
        id={FORM}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          add.run(new FormData(event.currentTarget).get("names") as string);
        }}
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
      </form>
    </Dialog>
  );
};
