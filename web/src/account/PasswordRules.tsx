import { passwordRules } from "@pulse/contract/names";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./Account.module.css";

const names = ["length", "number", "upper", "lower"] as const;

/** The four rules of a password, each ticked as soon as the typed text meets it. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation();
  return (
    <ul id={id} className={classes["rules"]} aria-label={t("account.rules.label")}>
      {names.map((name) => {
        const isMet = passwordRules[name](password);
        const Icon = isMet ? IconCircleCheckFilled : IconCircle;
        return (
          <li key={name} data-met={isMet || undefined}>
            <Icon size={15} aria-label={t(isMet ? "account.rules.met" : "account.rules.open")} role="img" />
            {t(`account.rules.${name}`)}
          </li>
        );
      })}
    </ul>
  );
}
