import { passwordRules } from "@pulse/contract/names";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import classes from "./Account.module.css";
import { isJudged, usePasswordJudge } from "./usePasswordJudge.ts";

const composition = ["length", "number", "upper", "lower", "edges"] as const;

interface Props {
  id: string;
  password: string;
  /** The person's email and names, as far as they are known: no password may be one of them. */
  personal: readonly string[];
}

/**
 * Every rule that can refuse a password, each ticked as soon as the typed text meets it; below them how strong the
 * password is, or why it is too easy to guess.
 */
export function PasswordRules({ id, password, personal }: Props) {
  const { t } = useTranslation();
  const { config } = useServices();
  const judge = usePasswordJudge();
  const judgement = password === "" ? null : (judge?.(password, personal) ?? null);
  const rules: { name: string; isMet: boolean }[] = [
    ...composition.map((name) => ({ name, isMet: passwordRules[name](password) })),
    ...(isJudged(config)
      ? [
          { name: "common", isMet: judgement !== null && !judgement.isCommon },
          { name: "personal", isMet: judgement !== null && !judgement.isPersonal },
        ]
      : []),
  ];
  return (
    <div id={id} className={classes["rulesBox"]}>
      <ul className={classes["rules"]} aria-label={t("account.rules.label")}>
        {rules.map(({ name, isMet }) => {
          const Icon = isMet ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={name} data-met={isMet || undefined}>
              <Icon size={15} aria-label={t(isMet ? "account.rules.met" : "account.rules.open")} role="img" />
              {t(`account.rules.${name}`)}
            </li>
          );
        })}
      </ul>
      <p className={classes["strength"]} data-strength={judgement?.strength} role="status">
        {judgement && (
          <>
            <span aria-hidden="true" />
            {judgement.reason === null
              ? t(`account.rules.strength.${judgement.strength}`)
              : t(`account.rules.reason.${judgement.reason.key}`, { word: judgement.reason.word })}
          </>
        )}
      </p>
    </div>
  );
}
