import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import classes from "./signIn/SignIn.module.css";
import own from "./Account.module.css";

/** Lets people leave a step that they cannot skip. */
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
