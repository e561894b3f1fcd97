/** A heap; `peek` and `pop` give the item with the smallest key. */
export interface Heap<T> {
  peek(): T | undefined;
  push(item: T): void;
  pop(): T | undefined;
}

/** A binary heap by a number that each item has when it is pushed; items with equal numbers come in any order. */
export const heap = <T>(keyOf: (item: T) => number): Heap<T> => {
  const items: T[] = [];
  const keys: number[] = [];
  const put = (at: number, item: T, key: number): void => {
    items[at] = item;
    keys[at] = key;
  };
  return {
    peek: () => items[0],
    push: (item) => {
      const key = keyOf(item);
      let at = items.length;
      for (let parent = (at - 1) >> 1; at > 0 && key < (keys[parent] as number); parent = (at - 1) >> 1) {
        put(at, items[parent] as T, keys[parent] as number);
        at = parent;
      }
      put(at, item, key);
    },
    pop: () => {
      const first = items[0];
      const [last, key] = [items.pop() as T, keys.pop() ?? 0];
      const size = items.length;
      if (size === 0) return first;
      let at = 0;
      for (let child = 1; child < size; child = 2 * at + 1) {
        if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child += 1;
        if ((keys[child] as number) >= key) break;
        put(at, items[child] as T, keys[child] as number);
        at = child;
      }
      put(at, last, key);
      return first;
    },
  };
};

/** A message as the queue holds it; times in ms. */
export interface QueuedMessage<T> {
  readonly id: number;
  readonly body: T;
  /** The MessageGroupId, which is its tenant; a message without one is a tenant by itself. */
  readonly group?: string | undefined;
  readonly sentAt: number;
  receives: number;
  firstReceivedAt: number;
}

/** Identifies a message and its receive: the handle of an earlier receive deletes nothing. */
export const handleOf = <T>({ id, receives }: QueuedMessage<T>): string => `${id}.${receives}`;

/** The settings of a queue; `deadLetter` gets messages that were received too often. */
export interface FairQueueOptions<T> {
  readonly now: () => number;
  readonly visibilityMs: number;
  readonly maxReceives: number;
  readonly deadLetter: (message: QueuedMessage<T>) => void;
}

/** A standard SQS queue with fairness between tenants. */
export interface FairQueue<T> {
  send(body: T, to?: { readonly group?: string | undefined; readonly delayMs?: number }): QueuedMessage<T>;
  /** Receives at most `most` messages; each is hidden until it is deleted or the visibility timeout ends. */
  receive(most: number, visibilityTimeoutMs?: number): readonly QueuedMessage<T>[];
  /** Deletes a received message by its handle; does nothing when the message has become visible again. */
  delete(handle: string): void;
  /** When the next delayed or hidden message becomes visible; Infinity for none. */
  nextAt(): number;
  counts(): { readonly waiting: number; readonly held: number; readonly delayed: number };
}

interface Tenant<T> {
  held: number;
  waiting: number;
  lastSentAt: number;
  busyMs: number;
  noisy: boolean;
  /** Messages that were passed over because their tenant was noisy. */
  readonly passed: Fifo<QueuedMessage<T>>;
}

interface Fifo<T> {
  push(item: T): void;
  shift(): T | undefined;
}

/** An array's shift would move all elements. */
const fifo = <T>(): Fifo<T> => {
  let items: T[] = [];
  let at = 0;
  return {
    push: (item) => void items.push(item),
    shift: () => {
      if (at > 1024 && at * 2 > items.length) [items, at] = [items.slice(at), 0];
      return at < items.length ? items[at++] : undefined;
    },
  };
};

/**
 * AWS, "How Amazon SQS fair queues work": a tenant is noisy when it has more than a tenth of the messages in flight and at least 30 of them, or more
 * than a tenth of the recent processing time.
 */
const NOISY_SHARE = 0.1;
const NOISY_HELD = 30;
/** The same page: a tenant is quiet again when none of its messages wait, or none was sent for five minutes. */
const QUIET_AFTER_MS = 300_000;
/** AWS does not define "recent" processing time: here its weight halves every minute. */
const RECENT_MS = 60_000;

/**
 * A queue in memory, for the local system and the simulation. Messages of quiet tenants come first in their order, then those of the noisy tenant
 * with the fewest in flight.
 */
export const fairQueue = <T>({ now, visibilityMs, maxReceives, deadLetter }: FairQueueOptions<T>): FairQueue<T> => {
  const tenants = new Map<string, Tenant<T>>();
  const noisy = new Set<Tenant<T>>();
  const line = fifo<QueuedMessage<T>>();
  const held = new Map<number, { readonly message: QueuedMessage<T>; readonly since: number; readonly until: number }>();
  const later = heap<{ readonly at: number; readonly message: QueuedMessage<T>; readonly hidden: boolean }>(({ at }) => at);
  let [ids, waiting, delayed, busyMs, decayedAt] = [0, 0, 0, 0, now()];

  const tenantOf = (group: string | undefined): Tenant<T> | undefined => {
    if (group === undefined) return undefined;
    const known = tenants.get(group);
    if (known) return known;
    const tenant = { held: 0, waiting: 0, lastSentAt: 0, busyMs: 0, noisy: false, passed: fifo<QueuedMessage<T>>() };
    tenants.set(group, tenant);
    return tenant;
  };
  const setNoisy = (tenant: Tenant<T>, is: boolean): void => {
    tenant.noisy = is;
    if (is) noisy.add(tenant);
    else noisy.delete(tenant);
  };
  const listen = (tenant: Tenant<T>): void => {
    const byFlight = tenant.held >= NOISY_HELD && tenant.held > NOISY_SHARE * held.size;
    if (byFlight || tenant.busyMs > NOISY_SHARE * busyMs) setNoisy(tenant, true);
  };
  const decay = (): void => {
    const passedMs = now() - decayedAt;
    if (passedMs < RECENT_MS) return;
    const kept = 0.5 ** (passedMs / RECENT_MS);
    decayedAt = now();
    busyMs *= kept;
    for (const tenant of tenants.values()) tenant.busyMs *= kept;
  };
  const arrive = (message: QueuedMessage<T>): void => {
    waiting += 1;
    const tenant = tenantOf(message.group);
    if (tenant) tenant.waiting += 1;
    line.push(message);
  };
  const letGo = (message: QueuedMessage<T>): void => {
    const holding = held.get(message.id);
    if (!holding) return;
    held.delete(message.id);
    const tenant = tenantOf(message.group);
    const tookMs = now() - holding.since;
    busyMs += tookMs;
    if (!tenant) return;
    tenant.held -= 1;
    tenant.busyMs += tookMs;
    listen(tenant);
  };
  const advance = (): void => {
    decay();
    for (let next = later.peek(); next && next.at <= now(); next = later.peek()) {
      later.pop();
      if (!next.hidden) delayed -= 1;
      // The deadline is out of date: the message was deleted, or received again since.
      else if (held.get(next.message.id)?.until !== next.at) continue;
      else letGo(next.message);
      arrive(next.message);
    }
    for (const tenant of noisy) {
      if (tenant.waiting > 0 && now() - tenant.lastSentAt < QUIET_AFTER_MS) continue;
      setNoisy(tenant, false);
      for (let message = tenant.passed.shift(); message; message = tenant.passed.shift()) line.push(message);
    }
  };
  const take = (): QueuedMessage<T> | undefined => {
    for (let first = line.shift(); first; first = line.shift()) {
      const tenant = tenantOf(first.group);
      if (!tenant?.noisy) return first;
      tenant.passed.push(first);
    }
    const calmest = [...noisy].filter((tenant) => tenant.waiting > 0).toSorted((a, b) => a.held - b.held)[0];
    return calmest?.passed.shift();
  };
  const hold = (message: QueuedMessage<T>, visibilityTimeoutMs: number): void => {
    const until = now() + visibilityTimeoutMs;
    held.set(message.id, { message, since: now(), until });
    later.push({ at: until, message, hidden: true });
    const tenant = tenantOf(message.group);
    if (!tenant) return;
    tenant.held += 1;
    listen(tenant);
  };

  return {
    send: (body, { group, delayMs = 0 } = {}) => {
      const message = { id: (ids += 1), body, group, sentAt: now(), receives: 0, firstReceivedAt: 0 };
      const tenant = tenantOf(group);
      if (tenant) tenant.lastSentAt = now();
      if (delayMs > 0) {
        delayed += 1;
        later.push({ at: now() + delayMs, message, hidden: false });
      } else arrive(message);
      return message;
    },
    receive: (most, visibilityTimeoutMs = visibilityMs) => {
      advance();
      const taken: QueuedMessage<T>[] = [];
      while (taken.length < most) {
        const message = take();
        if (!message) break;
        waiting -= 1;
        const tenant = tenantOf(message.group);
        if (tenant) tenant.waiting -= 1;
        message.receives += 1;
        message.firstReceivedAt ||= now();
        if (message.receives > maxReceives) {
          deadLetter(message);
          continue;
        }
        hold(message, visibilityTimeoutMs);
        taken.push(message);
      }
      return taken;
    },
    delete: (handle) => {
      const holding = held.get(Number.parseInt(handle, 10));
      if (holding && handleOf(holding.message) === handle) letGo(holding.message);
    },
    nextAt: () => later.peek()?.at ?? Infinity,
    counts: () => {
      advance();
      return { waiting, held: held.size, delayed };
    },
  };
};
