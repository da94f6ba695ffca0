import { IconDeviceMobileMessage, IconMail, IconQrcode } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CodeFactor } from "../../session/identityClient.ts";
import { useTitle } from "../../shell/useTitle.ts";
import { ChoiceButton } from "../ChoiceButton.tsx";
import own from "../Factor.module.css";
import { FormFailure } from "../FormFailure.tsx";
import { BackButton } from "./BackButton.tsx";
import classes from "./SignIn.module.css";

interface Props {
  factors: CodeFactor[];
  failure: string | null;
  onChoose(factor: CodeFactor): Promise<boolean>;
  onBack(): void;
}

const icons = { SMS: IconDeviceMobileMessage, EMAIL: IconMail, TOTP: IconQrcode };

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
      <FormFailure text={failure} />
      <ul className={own["choices"]}>
        {factors.map((factor) => (
          <li key={factor}>
            <ChoiceButton
              icon={icons[factor]}
              title={t(`signInSteps.choose.${factor}`)}
              hint={t(`signInSteps.choiceOf.${factor}`)}
              isBusy={chosen === factor}
              isDisabled={chosen !== null}
              onChoose={() => void choose(factor)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
