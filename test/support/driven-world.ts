import { drive, type DrivePorts } from "#shared/sandbox/drive.ts";
import type { DuePiece } from "#shared/sandbox/ports.ts";

/** The account whose world it is. */
export const USER = "665f1c2e9b3e4a0012345678";
/** When its clock begins, as real time does, ms. */
export const REAL = Date.parse("2027-03-01T09:00:00Z");
/** A minute, ms. */
export const MINUTE = 60_000;

type Kind = DuePiece["work"];
const KINDS: readonly Kind[] = ["click", "pull", "step", "deliver", "post"];
interface Thing {
  readonly kind: Kind;
  readonly id: string;
  readonly at: number;
}

/** A world of fakes whose work is things that are due at minutes; each is done when its work is. */
export const aWorld = (things: Thing[] = [], offsetMs = 0) => {
  const state = {
    offsetMs,
    at: undefined as Date | undefined,
    holder: "" as string,
    real: REAL,
    plan: undefined as Date | undefined,
    left: undefined as Date | undefined,
  };
  const did: string[] = [];
  const wakes: number[] = [];
  const logged: string[] = [];
  const stands: number[] = [];
  const renewed: string[] = [];
  let now = () => new Date(REAL);
  /** What a piece of work does besides: fail, take time, add work, or leave itself due. */
  const does = new Map<string, () => void | "stays">();
  const minute = () => (now().getTime() - REAL) / MINUTE;
  const perform = async (kind: Kind, id: string) => {
    did.push(`${kind} ${id} @${minute()}`);
    if (does.get(id)?.() === "stays") return;
    const index = things.findIndex((one) => one.kind === kind && one.id === id && one.at <= minute());
    if (index >= 0) things.splice(index, 1);
  };
  const dueNow = (kind: Kind) => [...new Set(things.filter((one) => one.kind === kind && one.at <= minute()).map(({ id }) => id))];
  const pieceOf = (work: Kind, id: string): DuePiece => {
    if (work === "click") return { work, id, token: id };
    if (work === "pull" || work === "step") return { work, id };
    return { work, id, first: String(things.find((one) => one.kind === work && one.id === id)?.at) };
  };
  const ports: DrivePorts = {
    worlds: {
      open: async () => ({ offsetMs: state.offsetMs, ...(state.at && { at: state.at }) }),
      holder: async () => (state.holder === "" ? undefined : state.holder === "job" ? "job" : "call"),
      lease: async (userId) => {
        if (state.holder !== "") return undefined;
        state.holder = "mine";
        return { userId, token: "mine", offsetMs: state.offsetMs, ...(state.at && { at: state.at }) };
      },
      set: async ({ token }, { offsetMs: offset, at }) => {
        if (state.holder !== token) return false;
        [state.offsetMs, state.at] = [offset, at];
        if (at) stands.push((at.getTime() - REAL) / MINUTE);
        return true;
      },
      renew: async ({ token }) => void renewed.push(token),
      release: async ({ token }) => void (state.holder === token && (state.holder = "")),
      plan: async (_, at) => void (state.plan = at),
      due: async () => [USER],
      reset: async () => undefined,
      add: async () => undefined,
      measure: async () => ({ rows: 0, bytes: 0 }),
    },
    agenda: {
      look: async () => {
        const ahead = things.flatMap(({ at }) => (at > minute() ? at : []));
        return {
          due: KINDS.flatMap((kind) => dueNow(kind).map((id) => pieceOf(kind, id))),
          next: ahead.length === 0 ? undefined : new Date(REAL + Math.min(...ahead) * MINUTE),
        };
      },
      left: async () => state.left,
      clicked: async (id) => void did.push(`clicked ${id}`),
    },
    work: {
      deliver: (id) => perform("deliver", id),
      pull: (id) => perform("pull", id),
      click: (id) => perform("click", id),
      post: (id) => perform("post", id),
      step: (name) => perform("step", name),
      publish: async () => void did.push("publish"),
      sweep: async () => {
        did.push(`sweep @${minute()}`);
        does.get("sweep")?.();
      },
    },
    within: async (world, work) => {
      now = world.now;
      return work();
    },
    wakeIn: async (_, ms) => void wakes.push(ms),
    pause: async (ms) => void (state.real += ms),
    realNow: () => new Date(state.real),
    log: { info: () => undefined, warn: () => undefined, error: (event: string) => void logged.push(event) },
  };
  const to = (minutes: number, stopAfterMs = 17_000) =>
    drive(ports, USER, (from) => new Date(from.getTime() + minutes * MINUTE), new Date(state.real + stopAfterMs), "call");
  return { state, did, wakes, logged, stands, renewed, does, things, ports, to };
};
