/** Runs what is to be done under one name one after the other, in the order in which it was asked for. */
export function turns(): <T>(name: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>();
  return async (name, act) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(act);
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, over);
    try {
      return await mine;
    } finally {
      if (last.get(name) === over) last.delete(name);
    }
  };
}
