/** Reads one value ahead, so that the next is on its way while this one is worked on. */
export async function* readAhead<Value>(source: AsyncGenerator<Value, void>): AsyncGenerator<Value, void> {
  const read = (): Promise<IteratorResult<Value, void>> => {
    const reading = source.next();
    // Whoever ends early never asks how it went.
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
    // It comes after what is being read, so that nothing goes on reading for a file that is given up.
    await source.return();
  }
}
