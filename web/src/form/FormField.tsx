import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Field.module.css";

interface Props {
  path: string;
  label: string;
  /** As wide as the section. */
  isWide?: boolean;
  field: { isReadOnly: boolean; isChanged: boolean; text: string };
  children: ReactNode;
}

/** The place of one field: the control with the word "changed" above it, or its value as text for people who may only read. */
export function FormField({ path, label, isWide, field, children }: Props) {
  const { t } = useTranslation();
  return (
    <div
      className={classes["field"]}
      data-field={path}
      data-wide={isWide || undefined}
      data-changed={(field.isChanged && !field.isReadOnly) || undefined}
    >
      {field.isReadOnly ? (
        <dl className={classes["value"]}>
          <dt>{label}</dt>
          <dd>{field.text}</dd>
        </dl>
      ) : (
        <>
          {field.isChanged ? (
            <span className={classes["changed"]} aria-hidden="true">
              {t("form.changed")}
            </span>
          ) : null}
          {children}
        </>
      )}
    </div>
  );
}
