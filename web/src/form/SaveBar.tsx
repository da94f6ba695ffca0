import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toastsAbove } from "../ui/toastsAbove.ts";
import { useFormContext } from "./FormContext.ts";
import classes from "./Section.module.css";

interface Props {
  /** The verb of the main button: "Save" unless given. */
  save?: string;
  /** A separate card that sticks to the window's lower edge while there is something to save; otherwise a footer. */
  isSticky?: boolean;
  /** Disabled until something is typed, for new things too. */
  needsChange?: boolean;
}

/** The number of changed fields, with the buttons to save and to discard them. */
export function SaveBar({ save, isSticky = false, needsChange = false }: Props) {
  const { t } = useTranslation();
  const { form, isReadOnly } = useFormContext();
  if (isReadOnly) return null;
  const count = form.changeCount;
  const isClean = count === 0;
  const canSave = !isClean || (form.isNew && !needsChange);
  return (
    <div
      ref={isSticky && canSave ? toastsAbove : null}
      className={classes["bar"]}
      data-alone={isSticky || undefined}
      data-sticky={(isSticky && canSave) || undefined}
    >
      {form.failure === null ? (
        <p role="status">{isClean || form.isNew ? null : t("form.changes", { count })}</p>
      ) : (
        <p className={classes["failure"]} role="alert">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          {form.failure}
        </p>
      )}
      <Button variant="subtle" color="gray" disabled={isClean || form.isSaving} onClick={form.discard}>
        {t("form.discard")}
      </Button>
      <Button type="submit" loading={form.isSaving} disabled={!canSave}>
        {save ?? t("form.save")}
      </Button>
    </div>
  );
}
