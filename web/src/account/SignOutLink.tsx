import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import classes from "../session/signIn/SignIn.module.css";
import own from "./Account.module.css";

/** The way out for somebody who is held at a step. */
export function SignOutLink() {
  const { t } = useTranslation();
  const { signOut } = useServices();
  return (
    <p className={own["foot"]}>
      <button type="button" className={classes["link"]} onClick={() => signOut()}>
        {t("account.registerPhone.signOut")}
      </button>
    </p>
  );
}
