import { t } from "../../data/language.ts";
import { toast } from "../../ui/toast.tsx";

/** The bytes asked for at once: a longer answer is refused. */
const PART = 4_000_000;

const problemOf = async (response: Response): Promise<Error> => {
  const body = (await response.json().catch(() => ({}))) as { readonly message?: string };
  return new Error(body.message ?? t("The service answered {status}", { status: response.status }));
};

const partsOf = async (url: string): Promise<Blob> => {
  const parts: Blob[] = [];
  for (let size = 0, total = 1; size < total;) {
    const response = await fetch(url, { headers: { range: `bytes=${size}-${size + PART - 1}` } });
    // A file without a byte has no range.
    if (response.status === 416) return new Blob(parts);
    if (!response.ok) throw await problemOf(response);
    const part = await response.blob();
    parts.push(part);
    size += part.size;
    total = response.status === 206 ? Number(response.headers.get("content-range")?.split("/")[1]) : size;
  }
  return new Blob(parts);
};

/** Downloads an attachment of a received email, whatever its size; the mailbox's server is asked for it. */
export const download = async (messageId: string, index: number, name: string): Promise<void> => {
  try {
    const url = URL.createObjectURL(await partsOf(`/v1/inbox/messages/${messageId}/attachments/${index}`));
    Object.assign(document.createElement("a"), { href: url, download: name || "attachment" }).click();
    window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    toast((error as Error).message, "bad");
  }
};
