/** Finds a value once for each key, and forgets all of them when there are too many. */
export function memoize<Key, Value extends {}>(find: (key: Key) => Value, most = 4096): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      if (known.size >= most) known.clear();
      value = find(key);
      known.set(key, value);
    }
    return value;
  };
}
