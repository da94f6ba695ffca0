/** Words of at least this many letters may have one wrong letter, as in the search (shapes S14). */
const forgivenFrom = 4;

/** Text in the form that is compared: without case and accents. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
}

/**
 * The things whose text contains every typed word, in any order, without case or accents. If there are none, each word
 * may have one letter that is wrong, missing, extra or swapped with its neighbour.
 */
export function matching<T>(things: readonly T[], textOf: (thing: T) => string, typed: string): readonly T[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return things;
  const texts = things.map((thing) => plain(textOf(thing)));
  const exact = things.filter((_, at) => wanted.every((word) => texts[at]?.includes(word)));
  if (exact.length > 0 || !wanted.some(isForgiven)) return exact;
  return things.filter((_, at) => {
    const text = texts[at] ?? "";
    const words = text.split(/[^\p{L}\p{N}]+/u);
    return wanted.every((word) => text.includes(word) || (isForgiven(word) && words.some((one) => begins(one, word))));
  });
}

function isForgiven(word: string): boolean {
  return (word.match(/\p{L}/gu)?.length ?? 0) >= forgivenFrom;
}

/** Whether a word begins with the typed text except for one letter: the one where they first differ. */
function begins(word: string, typed: string): boolean {
  let at = 0;
  while (at < typed.length && word[at] === typed[at]) at++;
  const rest = (from: number): string => typed.slice(from);
  const isSwapped = word[at] === typed[at + 1] && word[at + 1] === typed[at];
  return (
    word.startsWith(rest(at + 1), at + 1) ||
    word.startsWith(rest(at), at + 1) ||
    word.startsWith(rest(at + 1), at) ||
    (isSwapped && word.startsWith(rest(at + 2), at + 2))
  );
}
