/** Characters that names may have besides the usual ones (decisions D1). Without other code, so that the first page can set it. */
let further = "";

export const furtherNameCharacters = (): string => further;

/** Runs `read` while names may have these characters besides. */
export function withNameCharacters<T>(characters: string, read: () => T): T {
  const before = further;
  further = characters;
  try {
    return read();
  } finally {
    further = before;
  }
}

/** From now on, names may have these characters besides: in a browser, which knows one customer at a time. */
export function allowNameCharacters(characters: string): void {
  further = characters;
}
