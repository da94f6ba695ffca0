import { useTranslation } from "react-i18next";
import { FloorGate } from "../siteManagement/FloorGate.tsx";
import { Calibrate } from "./Calibrate.tsx";

/** `/sites/:siteId/details/floors/:floorId/calibrate`: walk tests, reference beacons and versions, for people who may change the site. */
export default function CalibrationPage() {
  const { t } = useTranslation();
  return (
    <FloorGate prompt={t("calibration.walk.leave")}>
      {(site, floor) => <Calibrate site={site} floor={floor} />}
    </FloorGate>
  );
}
