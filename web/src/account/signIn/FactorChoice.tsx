import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CodeFactor } from "../../session/identityClient.ts";
import { useTitle } from "../../shell/useTitle.ts";
import { FormFailure } from "../FormFailure.tsx";
import { BackButton } from "./BackButton.tsx";
import classes from "./SignIn.module.css";

interface Props {
  factors: CodeFactor[];
  failure: string | null;
  onChoose(factor: CodeFactor): Promise<boolean>;
  onBack(): void;
}

/** The second factors of a person who has several. */
export function FactorChoice({ factors, failure, onChoose, onBack }: Props) {
  const { t } = useTranslation();
  const title = t("signInSteps.choiceTitle");
  useTitle(title);
  const [chosen, setChosen] = useState<CodeFactor | null>(null);
  const choose = async (factor: CodeFactor): Promise<void> => {
    setChosen(factor);
    await onChoose(factor);
    setChosen(null);
  };
  return (
    <div className={classes["box"]}>
      <BackButton onBack={onBack} />
      <h1>{title}</h1>
      <p className={classes["lead"]}>{t("signInSteps.choiceHint")}</p>
      {factors.map((factor) => (
        <Button
          key={factor}
          className={classes["submit"] ?? ""}
          variant="default"
          loading={chosen === factor}
          disabled={chosen !== null && chosen !== factor}
          onClick={() => void choose(factor)}
        >
          {t(`signInSteps.choose.${factor}`)}
        </Button>
      ))}
      <FormFailure text={failure} />
    </div>
  );
}
