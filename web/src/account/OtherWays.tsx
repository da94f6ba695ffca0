import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMe } from "../shell/person.api.ts";
import own from "./Account.module.css";
import { useAccountRoute } from "./accountRoute.ts";
import { hasOtherWays } from "./missingStep.ts";
import classes from "./signIn/SignIn.module.css";

/** Leads from the phone number to the other second factors, where some count. */
export function OtherWays() {
  const { t } = useTranslation();
  const route = useAccountRoute();
  const { data: me } = useMe();
  if (me === undefined || !hasOtherWays(me)) return null;
  return (
    <p className={own["foot"]}>
      <Link className={classes["link"]} to={route.to("/second-factor")}>
        {t("factors.page.otherWays")}
      </Link>
    </p>
  );
}
