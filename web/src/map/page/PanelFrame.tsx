import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PanelForm } from "../model/useSidePanel.ts";
import classes from "./PanelFrame.module.css";

/** The frame of a panel beside the map or above it. */
export function PanelFrame({
  form,
  title,
  onClose,
  children,
}: {
  form: PanelForm;
  title: string;
  onClose(): void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <aside className={classes["panel"]} data-form={form} data-over-map aria-label={title}>
      <div className={classes["head"]}>
        <h1>{title}</h1>
        <button type="button" aria-label={t("card.close")} onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      {/* Not a control, but without focus no keyboard would scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes["body"]} tabIndex={0} role="region" aria-label={title}>
        {children}
      </div>
    </aside>
  );
}
