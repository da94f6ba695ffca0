import { IconArrowDown, IconArrowUp, IconCornerDownLeft } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./SearchPalette.module.css";

interface Props {
  typed: string;
  count: number;
  isSettled: boolean;
  isError: boolean;
}

/** Below the hits: the state of the search in words, and the keys. */
export function SearchHint({ typed, count, isSettled, isError }: Props) {
  const { t } = useTranslation();
  const hasAsked = typed.trim() !== "";
  const words = !hasAsked
    ? null
    : isError
      ? t("search.failed")
      : !isSettled
        ? t("search.searching")
        : count === 0
          ? t("search.nothing", { text: typed.trim() })
          : null;
  return (
    <>
      <div className={classes["words"]} role="status" data-error={isError || undefined}>
        {words === null ? null : <p>{words}</p>}
        {words !== null && isSettled && !isError ? <p className={classes["advice"]}>{t("search.advice")}</p> : null}
      </div>
      <div className={classes["foot"]} aria-hidden="true">
        <span>
          <kbd>
            <IconArrowUp size={11} stroke={2} />
          </kbd>
          <kbd>
            <IconArrowDown size={11} stroke={2} />
          </kbd>
          {t("search.keys.move")}
        </span>
        <span>
          <kbd>
            <IconCornerDownLeft size={11} stroke={2} />
          </kbd>
          {t("search.keys.open")}
        </span>
        <span>
          <kbd>Esc</kbd>
          {t("search.keys.close")}
        </span>
        <span>
          <kbd>/</kbd>
          {t("search.keys.single")}
        </span>
      </div>
    </>
  );
}
