import { limits } from "@pulse/contract/limits";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { numberText } from "../text/numbers.ts";
import type { Selection } from "./useSelection.ts";

interface Props<Row> {
  /** How many rows match, on all pages. */
  total: number;
  selection: Selection<Row>;
  load(): Promise<readonly Row[]>;
}

/** Selects all rows that match the search and the filters, once all of a page is selected. */
export function SelectAll<Row>({ total, selection, load }: Props<Row>) {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  // Another search or an action may have replaced the list by the time the rows arrive.
  const isCurrent = useRef(true);
  useEffect(() => {
    isCurrent.current = true;
    return () => void (isCurrent.current = false);
  }, []);
  const loading = useMutation({
    mutationFn: load,
    onSuccess: (rows) => {
      if (!isCurrent.current) return;
      selection.add(rows);
      // The server returns no longer list than that.
      if (rows.length < total && rows.length >= limits.listRowsMax)
        snackbars.info(t("table.selectedCut", { rows: limits.listRowsMax }));
    },
  });
  if (total <= selection.count || loading.isSuccess) return null;
  return (
    <button type="button" data-all disabled={loading.isPending} onClick={() => loading.mutate()}>
      {t("table.selectAll", { total: numberText(total) })}
    </button>
  );
}
