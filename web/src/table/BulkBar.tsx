import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import classes from "./BulkBar.module.css";
import type { TableAction } from "./Column.ts";
import type { Selection } from "./useSelection.ts";

interface Props<Row> {
  selection: Selection<Row>;
  actions: readonly TableAction<readonly Row[]>[];
  /** Beside the number of selected rows. */
  children?: ReactNode;
}

/** The actions for all selected rows: a dark bar at the bottom centre. Esc clears the selection. */
export function BulkBar<Row>({ selection, actions, children }: Props<Row>) {
  const { t } = useTranslation();
  const { count, rows, clear } = selection;
  const release = useEffectEvent((event: KeyboardEvent) => {
    // A dialog, a menu or a field uses the key itself.
    const isTheirs = event.target instanceof Element && event.target.closest("[role=dialog],[role=menu],[type=search]");
    if (event.key !== "Escape" || event.defaultPrevented || isTheirs) return;
    clear();
  });
  useEffect(() => {
    if (count === 0) return undefined;
    window.addEventListener("keydown", release);
    return () => window.removeEventListener("keydown", release);
  }, [count]);
  const ordered = [...actions].sort((a, b) => Number(a.isDanger ?? false) - Number(b.isDanger ?? false));
  return (
    <>
      <span className={classes["said"]} role="status">
        {count === 0 ? "" : t("table.selected", { count })}
      </span>
      {count === 0 ? null : (
        <div className={classes["bar"]} role="toolbar" aria-label={t("table.bulk")}>
          <b>{t("table.selected", { count })}</b>
          {children}
          {ordered.map(({ key, label, icon, isDanger, run }) => (
            <button
              key={key}
              type="button"
              title={label}
              data-danger={isDanger || undefined}
              onClick={() => run?.(rows)}
            >
              {icon}
              <span>{label}</span>
            </button>
          ))}
          <i aria-hidden="true" />
          <button type="button" data-icon aria-label={t("table.clearSelection")} onClick={clear}>
            <IconX size={16} stroke={1.9} aria-hidden="true" />
          </button>
        </div>
      )}
    </>
  );
}
