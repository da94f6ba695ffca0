import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";
import classes from "./NavProgress.module.css";
import { useAppState } from "./useAppState.ts";

/** A thin line at the top while a page or the app is loading. It does not appear if that is quick. */
export function NavProgress() {
  const { t } = useTranslation();
  const isNavigating = useNavigation().state !== "idle";
  const isLoading = useAppState(({ loading }) => loading);
  if (!isNavigating && !isLoading) return null;
  return <div className={classes["line"]} role="progressbar" aria-label={t("frame.loading")} />;
}
