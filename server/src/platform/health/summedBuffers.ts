import type { Buffers, BufferState, CountLoss } from "./buffers.ts";

/** Buffers of the same name that are shown as one. */
export interface SummedBuffers {
  /** Where one of several parts shows its buffers; `close` takes them out again. */
  open(): Pick<Buffers, "add"> & { close(): void };
}

/** Lets several parts of a process, which come and go, have a buffer of the same name each. */
export function summedBuffers(buffers: Pick<Buffers, "add">): SummedBuffers {
  const groups = new Map<string, { states: Set<() => BufferState>; countLoss: CountLoss }>();
  const groupOf = (name: string, reasons: readonly string[] | undefined) => {
    const known = groups.get(name);
    if (known !== undefined) return known;
    const states = new Set<() => BufferState>();
    const group = { states, countLoss: buffers.add(name, () => sumOf([...states].map((state) => state())), reasons) };
    groups.set(name, group);
    return group;
  };
  return {
    open: () => {
      const added: (() => void)[] = [];
      return {
        add: (name, state, reasons) => {
          const { states, countLoss } = groupOf(name, reasons);
          states.add(state);
          added.push(() => states.delete(state));
          return countLoss;
        },
        close: () => {
          for (const remove of added) remove();
        },
      };
    },
  };
}

function sumOf(states: readonly BufferState[]): BufferState {
  const oldest = states.flatMap(({ oldestMs }) => oldestMs ?? []);
  return {
    items: states.reduce((sum, { items }) => sum + items, 0),
    oldestMs: oldest.length === 0 ? null : Math.min(...oldest),
  };
}
