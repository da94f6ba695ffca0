import { IconBell } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./Notifications.module.css";
import { useCentre } from "./useCentre.ts";
import { newsLimit, useUnread } from "./useNews.ts";

/** The bell in the top bar, with the number of unread events; opens and closes the centre. */
export function NotificationBell() {
  const { t } = useTranslation();
  const centre = useCentre();
  const count = useUnread().length;
  const displayed = count >= newsLimit ? `${newsLimit}+` : String(count);
  return (
    <button
      type="button"
      className={classes["bell"]}
      aria-label={count === 0 ? t("notifications.title") : t("notifications.bell", { count, shown: displayed })}
      aria-expanded={centre.isOpen}
      data-notification-bell
      onClick={centre.isOpen ? centre.close : centre.open}
    >
      <IconBell size={19} stroke={1.75} aria-hidden="true" />
      {count === 0 ? null : (
        <span className={classes["count"]} aria-hidden="true">
          {displayed}
        </span>
      )}
    </button>
  );
}
