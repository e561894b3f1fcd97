/** The smallest first. */
export interface Heap<T> {
  readonly size: number;
  peek(): T | undefined;
  push(item: T): void;
  pop(): T | undefined;
}

/** A binary heap in the order of a number that each item has; items with the same number come in any order. */
export const heap = <T>(keyOf: (item: T) => number): Heap<T> => {
  const items: T[] = [];
  const key = (at: number): number => (at < items.length ? keyOf(items[at] as T) : Infinity);
  const swap = (a: number, b: number): void => {
    [items[a], items[b]] = [items[b] as T, items[a] as T];
  };
  return {
    get size() {
      return items.length;
    },
    peek: () => items[0],
    push: (item) => {
      let at = items.push(item) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && key(at) < key(parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    pop: () => {
      const first = items[0];
      const last = items.pop();
      if (items.length === 0 || last === undefined) return first;
      items[0] = last;
      for (let at = 0; ;) {
        const child = key(2 * at + 2) < key(2 * at + 1) ? 2 * at + 2 : 2 * at + 1;
        if (key(child) >= key(at)) return first;
        swap(at, child);
        at = child;
      }
    },
  };
};
