import type { Forecast, GrowingKind, SystemOperations } from "@pulse/contract/operations";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { numberText } from "../text/numbers.ts";
import { durationText } from "../time/ageText.ts";
import { bytesText } from "./bytesText.ts";
import { Facts } from "./Facts.tsx";
import classes from "./Operations.module.css";

/** How full the disk is, and how much the data will take. */
export function Disk({ disk }: { disk: SystemOperations["disk"] }) {
  const { t } = useTranslation();
  const size = (bytes: number | null): string => (bytes === null ? t("operations.unknownYet") : bytesText(bytes));
  const { freeBytes, folderBytes, databaseBytes, isDatabaseEmbedded, coldHistory, forecast } = disk;
  return (
    <FormSection title={t("operations.diskTitle")} isBare>
      <Facts
        facts={[
          [t("operations.free"), size(freeBytes)],
          [t("operations.folder"), size(folderBytes)],
          [t(isDatabaseEmbedded ? "operations.databaseInside" : "operations.databaseServer"), size(databaseBytes)],
          ...(coldHistory === null ? [] : [coldFact(coldHistory, t)]),
          [t("operations.forecast"), size(forecast?.bytes ?? null)],
        ]}
      />
      {forecast === null ? (
        <p className={classes["note"]}>{t("operations.noForecast")}</p>
      ) : (
        <ForecastTable forecast={forecast} />
      )}
    </FormSection>
  );
}

/** How much history is in files, and from before which day. */
function coldFact(cold: NonNullable<SystemOperations["disk"]["coldHistory"]>, t: TFunction): [string, string] {
  const { rows, bytes, until } = cold;
  const values = { size: bytesText(bytes), rows: numberText(rows), day: until.slice(0, 10) };
  return [t("operations.coldHistory"), t("operations.coldRows", values)];
}

function ForecastTable({ forecast }: { forecast: Forecast }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes["note"]}>
        {t("operations.forecastHint", { duration: durationText(forecast.sampleS) })}
        {forecast.kinds.some(isUnknown) ? ` ${t("operations.forecastUnknown")}` : null}
      </p>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("operations.kind")}</th>
            <th scope="col">{t("operations.rowsPerDay")}</th>
            <th scope="col">{t("operations.kept")}</th>
            <th scope="col">{t("operations.willTake")}</th>
          </tr>
        </thead>
        <tbody>
          {forecast.kinds.map((kind) => (
            <tr key={kind.id}>
              <th scope="row">{t(`operations.kinds.${kind.id}`)}</th>
              <td>{roughText(kind.rowsPerDay)}</td>
              <td title={kind.setting}>{t("operations.days", { count: kind.keepDay })}</td>
              <td>
                {kind.rowsPerDay === 0 ? "–" : kind.bytes === null ? t("operations.unknownYet") : bytesText(kind.bytes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Two digits: more would pretend to know the next months. */
const roughText = (count: number): string => numberText(Number(count.toPrecision(2)));

const isUnknown = ({ rowsPerDay, bytes }: GrowingKind): boolean => rowsPerDay > 0 && bytes === null;
