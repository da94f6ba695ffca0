import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import classes from "./Dialog.module.css";

/** Why something was refused, with the names of the things in the way. */
export function Refusal({ error, entity }: { error: unknown; entity: string }) {
  const { t } = useTranslation();
  if (error === undefined || error === null) return null;
  const details = error instanceof ApiError ? error.details : [];
  const items = details.flatMap(({ items: things = [] }) => things);
  const isInUse = error instanceof ApiError && error.code === "in_use";
  return (
    <div className={classes["refusal"]} role="alert">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <div>
        <p>{isInUse ? t("form.fault.in_use", { entity }) : errorText(error)}</p>
        {items.length === 0 ? null : (
          <ul>
            {items.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
