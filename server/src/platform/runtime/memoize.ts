/** Finds a value once for each key, and forgets all of them when there are too many. */
export function memoize<Key, Value extends {}>(find: (key: Key) => Value, maxEntries = 4096): (key: Key) => Value {
  const cached = new Map<Key, Value>();
  return (key) => {
    let value = cached.get(key);
    if (value === undefined) {
      if (cached.size >= maxEntries) cached.clear();
      value = find(key);
      cached.set(key, value);
    }
    return value;
  };
}
