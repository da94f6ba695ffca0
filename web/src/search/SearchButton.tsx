import { IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./SearchButton.module.css";

/** Whether keys have Apple's names, such as ⌘. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The search in the top bar: looks like a box and opens the search dialog. */
export function SearchButton({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classes["button"]}
      aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <span className={classes["text"]}>{t("search.placeholder")}</span>
      <span className={classes["keys"]} aria-hidden="true">
        <kbd>{isApple ? "⌘" : t("search.keys.ctrl")}</kbd>
        <kbd>K</kbd>
      </span>
    </button>
  );
}
