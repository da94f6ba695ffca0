import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/apiError.ts";
import { headline } from "../api/errorText.ts";
import { refusalLines } from "../api/refusalLines.ts";
import classes from "./Dialog.module.css";

/** Why something was refused: each reason with its field or row, or the names of the things in the way. */
export function Refusal({ error, entity }: { error: unknown; entity: string }) {
  const { t } = useTranslation();
  if (error === undefined || error === null) return null;
  const { code, details } = error instanceof ApiError ? error : { code: "", details: [] };
  const isInUse = code === "in_use";
  const items = details.flatMap(({ items: things = [] }) => things);
  const title = isInUse ? t("form.fault.in_use", { entity }) : headline(error);
  const lines = isInUse || items.length > 0 ? [] : refusalLines(error);
  const [only = title] = lines;
  // A single reason says all that the title does, but not that rows were refused.
  const isAlone = lines.length === 1 && code !== "import_refused";
  const entries = items.length > 0 ? items.map(({ id, name }) => [id, name]) : lines.map((line) => [line, line]);
  return (
    <div className={classes["refusal"]} role="alert">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <div>
        <p>{isAlone ? only : title}</p>
        {isAlone || entries.length === 0 ? null : (
          <ul>
            {entries.map(([key, text]) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
