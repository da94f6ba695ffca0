import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import classes from "./Factors.module.css";

/** Why a change was refused, with the way out where it takes a fresh sign-in. */
export function FactorFailure({ failure }: { failure: { text: string; isOldSignIn: boolean } | null }) {
  const { t } = useTranslation();
  const { signOut } = useServices();
  if (failure === null) return null;
  return (
    <div className={classes["failure"]} role="alert">
      <p>{failure.text}</p>
      {failure.isOldSignIn ? (
        <Button variant="default" onClick={signOut}>
          {t("factors.signInAgain")}
        </Button>
      ) : null}
    </div>
  );
}
