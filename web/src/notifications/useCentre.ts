import { useSearch } from "../ui/useSearch.ts";

const parameter = "notificationCenter";

/** Whether the centre is open, by a parameter of any address (`?notificationCenter=true`). */
export function useCentre(): { isOpen: boolean; open(): void; close(): void } {
  const [search, setSearch] = useSearch();
  const change = (isOpen: boolean): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (isOpen) next.set(parameter, "true");
        else next.delete(parameter);
        return next;
      },
      { preventScrollReset: true },
    );
  return { isOpen: search.get(parameter) === "true", open: () => change(true), close: () => change(false) };
}
