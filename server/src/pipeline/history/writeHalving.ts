/**
 * Writes a batch. If the database refuses a value in it (SQLSTATE classes 22 and 23, where trying again is useless),
 * the halves are written separately, down to the one invalid item, which goes to `refuse`. Any other failure is thrown.
 */
export async function writeHalving<Item>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<void>,
  refuse: (item: Item, error: unknown) => void,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await write(items);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && /^2[23]/.test(String(error.code)))) throw error;
    if (items.length === 1) return refuse(first, error);
    const half = items.length >> 1;
    await writeHalving(items.slice(0, half), write, refuse);
    await writeHalving(items.slice(half), write, refuse);
  }
}
