import { useEffect } from "react";
import { areSingleKeysOn } from "../shell/singleKeys.ts";
import { isDialogOpen } from "../ui/isDialogOpen.ts";
import { isWriting } from "../ui/isWriting.ts";

/** J brings the focus to the list's rows and then to the next one, K to the previous one: no Tab through what is above them. */
export function useRowKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
      const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      if (step === 0 || isElsewhere || isWriting(event.target) || !areSingleKeysOn() || isDialogOpen()) return;
      const rows = [...document.querySelectorAll<HTMLElement>("[role=grid] [data-row]")];
      const nth = rows.indexOf(document.activeElement?.closest<HTMLElement>("[data-row]") ?? document.body);
      // The row that was reached last is the one that Tab reaches.
      const next = nth === -1 ? (rows.find(({ tabIndex }) => tabIndex === 0) ?? rows[0]) : rows[nth + step];
      next?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
