/** As long as a name may be (contract/src/names.ts). */
const longest = 100;

/**
 * The name of a copy: the original's with the new floor in brackets, in place of the old floor if that was there, and
 * with a number if it is taken. The name is added to `taken`, which contains names without case.
 */
export function copiedName(name: string, from: string, to: string, usedNames: Set<string>): string {
  const suffix = ` (${from})`;
  const bare = name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
  for (let nth = 1; ; nth++) {
    const floor = nth === 1 ? ` (${to})` : ` (${to} ${nth})`;
    const end = floor.slice(-longest / 2);
    const copy = `${bare.slice(0, longest - end.length).trimEnd()}${end}`;
    const folded = copy.toLowerCase();
    if (usedNames.has(folded)) continue;
    usedNames.add(folded);
    return copy;
  }
}
