/** Reads one value ahead, so that the next is on its way while this one is used. */
export async function* readAhead<Value>(source: AsyncGenerator<Value, void>): AsyncGenerator<Value, void> {
  const read = (): Promise<IteratorResult<Value, void>> => {
    const reading = source.next();
    // A consumer that ends early never looks at the result.
    reading.catch(() => undefined);
    return reading;
  };
  let reading = read();
  try {
    for (let found = await reading; found.done !== true; found = await reading) {
      reading = read();
      yield found.value;
    }
  } finally {
    // This waits for what is being read, so that reading does not go on for a file that was given up.
    await source.return();
  }
}
