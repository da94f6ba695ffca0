import { useSearch } from "../ui/useSearch.ts";
import { type DateWords, hasStart, isTurned, type Span } from "./span.ts";

const names = ["span", "from", "to"] as const;

/** The range of dates of a page, kept in its address so that it can be shared; `otherwise` if the address has none. */
export function useDateWords(otherwise: Span): [DateWords, (words: DateWords) => void] {
  const [search, setSearch] = useSearch();
  const fromAddress = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined])) as DateWords;
  const setWords = (words: DateWords): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of names) {
          const word = words[name];
          if (word === undefined) next.delete(name);
          else next.set(name, word);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [hasStart(fromAddress) && !isTurned(fromAddress) ? fromAddress : { span: otherwise }, setWords];
}
