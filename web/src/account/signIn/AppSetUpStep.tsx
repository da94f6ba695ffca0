import { useTranslation } from "react-i18next";
import { useTitle } from "../../shell/useTitle.ts";
import { AppSteps } from "../AppSteps.tsx";
import { BackButton } from "./BackButton.tsx";
import classes from "./SignIn.module.css";

interface Props {
  base32Key: string;
  email: string;
  failure: string | null;
  /** False: the code was refused. */
  onSubmit(code: string): Promise<boolean>;
  onBack(): void;
}

/** An authenticator app that the customer requires, set up on the way: scan, type what it shows. */
export function AppSetUpStep({ base32Key, email, failure, onSubmit, onBack }: Props) {
  const { t } = useTranslation();
  const title = t("signInSteps.setUpTitle");
  useTitle(title);
  return (
    <div className={classes["box"]}>
      <BackButton onBack={onBack} />
      <h1>{title}</h1>
      <p className={classes["lead"]}>{t("signInSteps.setUpHint")}</p>
      <AppSteps base32Key={base32Key} email={email} failure={failure} onCode={onSubmit} />
    </div>
  );
}
