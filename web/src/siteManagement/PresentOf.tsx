import { useTranslation } from "react-i18next";
import { numberText } from "../text/numbers.ts";
import classes from "./PresentOf.module.css";

/** How many of all things are present now. A filled shape means all, a half one some, a broken one none. */
export function PresentOf({ now, all }: { now: number; all: number }) {
  const { t } = useTranslation();
  const share = now === 0 ? "none" : now < all ? "some" : "all";
  return (
    <span className={classes["present"]} data-share={share}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {share === "all" ? (
          <circle cx="6" cy="6" r="4.2" fill="currentColor" />
        ) : (
          <circle
            cx="6"
            cy="6"
            r="4"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            {...(share === "none" ? { strokeDasharray: "2 2.2" } : {})}
          />
        )}
        {share === "some" ? <path d="M6 2A4 4 0 0 0 6 10Z" fill="currentColor" /> : null}
      </svg>
      {t("sites.presentOf", { now: numberText(now), all: numberText(all) })}
    </span>
  );
}
