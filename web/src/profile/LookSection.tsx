import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../shell/useLanguage.ts";
import { languages } from "../text/languages.ts";
import { FormSection } from "../form/FormSection.tsx";
import classes from "./Profile.module.css";

const schemes = ["auto", "light", "dark"] as const;

/** Language and theme; both take effect at once. */
export function LookSection() {
  const { t } = useTranslation();
  const [language, choose] = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const ids = { language: useId(), theme: useId() };
  return (
    <FormSection title={t("profile.look.title")}>
      <div>
        <p id={ids.language} className={classes["label"]}>
          {t("profile.look.language")}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby={ids.language}
          value={language}
          onChange={choose}
          data={languages.map(({ code, name }) => ({ value: code, label: <span lang={code}>{name}</span> }))}
        />
      </div>
      <div>
        <p id={ids.theme} className={classes["label"]}>
          {t("user.theme")}
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby={ids.theme}
          value={colorScheme}
          onChange={setColorScheme}
          data={schemes.map((scheme) => ({ value: scheme, label: t(`profile.look.${scheme}`) }))}
        />
      </div>
    </FormSection>
  );
}
