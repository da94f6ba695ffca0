import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { switchClasses } from "../form/switchClasses.ts";
import { useSingleKeys } from "../shell/singleKeys.ts";

/** Shortcuts of a single key, which can be switched off in this browser. */
export function KeysSection() {
  const { t } = useTranslation();
  const [isOn, choose] = useSingleKeys();
  return (
    <FormSection title={t("profile.keys.title")}>
      <Switch
        labelPosition="left"
        withThumbIndicator={false}
        classNames={switchClasses}
        label={t("profile.keys.single")}
        description={t("profile.keys.singleHint")}
        checked={isOn}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
    </FormSection>
  );
}
