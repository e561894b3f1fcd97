/** The smallest first. */
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
