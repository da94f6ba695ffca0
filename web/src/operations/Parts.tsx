import type { PartHealth } from "@pulse/contract/operations";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { dateTime, momentText } from "../time/ages.ts";
import { partText } from "./findings.ts";
import classes from "./Operations.module.css";
import { StateIcon } from "./StateIcon.tsx";

/** How each part is, in words, and since when. */
export function Parts({ parts, nowMs }: { parts: readonly PartHealth[]; nowMs: number }) {
  const { t } = useTranslation();
  const nameOf = (id: string): string =>
    id.startsWith("role_")
      ? t("operations.parts.role", { role: id.slice("role_".length) })
      : t(`operations.parts.${id}`, id);
  return (
    <FormSection title={t("operations.partsTitle")} isBare>
      <ul className={classes["parts"]}>
        {parts.map(({ id, state, message, since }) => (
          <li key={id}>
            <StateIcon state={state} />
            <h3>{nameOf(id)}</h3>
            <p>{partText(message)}</p>
            <time dateTime={since} title={dateTime(Date.parse(since))}>
              {t("operations.since", { time: momentText(Date.parse(since), nowMs) })}
            </time>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
