import { type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../services/services.tsx";
import { Logo } from "../../ui/Logo.tsx";
import { LanguageChoice } from "./LanguageChoice.tsx";
import plate from "./plate.svg";
import classes from "./SignIn.module.css";

const ink = "#1F0D02";

/** A link set by the operator of this installation; nothing if there is none. */
function OwnLink({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? null : (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** The sign-in's two halves: the brand's plate, made of a real plan, and the form. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const { config } = useServices();
  return (
    <div className={classes["frame"]}>
      <header className={classes["plate"]}>
        <img src={plate} alt="" />
        <div className={classes["mark"]}>
          <Logo size={30} colour={ink} />
          {t("app.name")}
        </div>
        <p className={classes["claim"]}>{t("signIn.claim")}</p>
      </header>
      <main className={classes["side"]}>
        <LanguageChoice />
        {children}
        <footer className={classes["foot"]}>
          {t("signIn.version", { version: config.appVersion })}
          <OwnLink href={i18n.language === "de" ? "/docs/de/" : "/docs/"}>{t("signIn.help")}</OwnLink>
          <OwnLink href={config.links.source}>{t("signIn.source")}</OwnLink>
          <OwnLink href={config.links.privacy}>{t("signIn.privacy")}</OwnLink>
        </footer>
      </main>
    </div>
  );
}
