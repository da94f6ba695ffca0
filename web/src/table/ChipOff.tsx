import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./FilterChip.module.css";

/** The × of a chip, which takes its filter off. */
export function ChipOff({ label, onOff }: { label: string; onOff(): void }) {
  const { t } = useTranslation();
  return (
    <button type="button" className={classes["off"]} aria-label={t("table.filterOff", { label })} onClick={onOff}>
      <IconX size={14} stroke={1.9} aria-hidden="true" />
    </button>
  );
}
