import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./Predefined.module.css";

/** A name, marked if the thing is predefined. */
export function Predefined({ name, isPredefined }: { name: string; isPredefined: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={classes["name"]}>
      {name === "" ? null : <span>{name}</span>}
      {isPredefined ? (
        <small>
          <IconLock size={12} stroke={1.9} aria-hidden="true" />
          {t("access.predefined")}
        </small>
      ) : null}
    </span>
  );
}
