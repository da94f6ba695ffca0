import type { CertificateState } from "@pulse/contract/operations";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { dateTime } from "../time/ages.ts";
import { Facts } from "./Facts.tsx";
import classes from "./Operations.module.css";

/** For how many more days each certificate of this process is valid. */
export function Certificates({ certificates }: { certificates: readonly CertificateState[] }) {
  const { t } = useTranslation();
  const stateOf = ({ daysLeft, error, validTo }: CertificateState): ReactNode => {
    if (error !== null || daysLeft === null || validTo === null) return t("operations.unreadable");
    return (
      <>
        {daysLeft < 0 ? t("operations.expired") : t("operations.daysLeft", { count: daysLeft })}
        <small>{t("operations.until", { date: dateTime(Date.parse(validTo)).slice(0, 10) })}</small>
      </>
    );
  };
  return (
    <FormSection title={t("operations.certificatesTitle")} isBare>
      {certificates.length === 0 ? (
        <p className={classes["note"]}>{t("operations.noCertificates")}</p>
      ) : (
        <Facts
          facts={certificates.map((certificate) => [
            t(`operations.certificate.${certificate.purpose}`),
            stateOf(certificate),
          ])}
        />
      )}
    </FormSection>
  );
}
