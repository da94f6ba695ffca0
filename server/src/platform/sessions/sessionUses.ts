/** That tokens of a session were used. */
export interface SessionUse {
  originJti: string;
  atMs: number;
}

export interface SessionUses {
  note(originJti: string): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
}

/** When sessions were last used. Kept in memory and written from time to time, since every request is a use. */
export function sessionUses(write: (uses: readonly SessionUse[]) => Promise<void>, now: () => number): SessionUses {
  let noted = new Map<string, number>();
  return {
    note: (originJti) => void noted.set(originJti, now()),
    flush: async () => {
      const uses = [...noted].map(([originJti, atMs]) => ({ originJti, atMs }));
      if (uses.length === 0) return;
      noted = new Map();
      await write(uses);
    },
  };
}
