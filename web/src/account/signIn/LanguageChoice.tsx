import { IconChevronDown, IconWorld } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../services/services.tsx";
import { languageOf, switchLanguage, storeLanguage } from "../../text/language.ts";
import { type Language, languages } from "../../text/languages.ts";
import classes from "./SignIn.module.css";

/** The language of the pages before the sign-in; the person's own takes over after it. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const { snackbars } = useServices();
  const choose = (language: Language): void => {
    switchLanguage(language).then(
      () => storeLanguage(localStorage, language),
      () => snackbars.error(t("errors.NetworkError")),
    );
  };
  return (
    <label className={classes["language"]}>
      <IconWorld size={16} stroke={1.75} aria-hidden="true" />
      <select
        aria-label={t("frame.language")}
        value={languageOf(i18n.language) ?? "en"}
        onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <IconChevronDown size={15} stroke={1.75} aria-hidden="true" />
    </label>
  );
}
