import { Button } from "@mantine/core";
import { type Reach, sendTestMessageAtSetup } from "@pulse/contract/reach";
import { useTranslation } from "react-i18next";
import { useServices } from "../../services/services.tsx";
import { useTitle } from "../../shell/useTitle.ts";
import signIn from "../signIn/SignIn.module.css";
import { ReachChecks } from "./ReachChecks.tsx";
import classes from "./ReachChecks.module.css";

interface Props {
  token: string;
  reach: Reach;
  isChecking: boolean;
  onAgain(): void;
  onContinue(): void;
}

/** The first step of the set-up: whether people can be reached, before anybody is invited. */
export function SetupChecks({ token, reach, isChecking, onAgain, onContinue }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  useTitle(t("reach.title"));
  return (
    <div className={`${signIn["box"]} ${classes["setup"]}`}>
      <h1>{t("reach.title")}</h1>
      <p className={signIn["lead"]}>{t("reach.lead")}</p>
      <ReachChecks reach={reach} onTest={(message) => api.call(sendTestMessageAtSetup, { body: { token, message } })} />
      <div className={classes["actions"]}>
        <Button variant="default" loading={isChecking} onClick={onAgain}>
          {t("reach.again")}
        </Button>
        <Button onClick={onContinue}>{t("reach.continue")}</Button>
      </div>
    </div>
  );
}
