import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import classes from "./Field.module.css";

/** In place of the options of a field that searches: why the server did not answer, and a button to ask again. */
export function FindFailed({ error, retry }: { error: unknown; retry(): void }) {
  const { t } = useTranslation();
  return (
    <div className={classes["findFailed"]} role="alert">
      <p>{errorText(error)}</p>
      <Button
        variant="default"
        size="compact-sm"
        // The field keeps the focus, so that its list stays open.
        onMouseDown={(event) => event.preventDefault()}
        onClick={retry}
      >
        {t("app.retry")}
      </Button>
    </div>
  );
}
