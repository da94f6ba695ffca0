import type { Requirement } from "@pulse/contract/access";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { EntityGate } from "../entity/EntityGate.tsx";
import { RequireAccess } from "../entity/RequireAccess.tsx";
import { useScope } from "../entity/useScope.ts";
import { LeaveGuard } from "../form/LeaveGuard.tsx";
import { StopPage } from "../shell/StopPage.tsx";
import { sites } from "../siteManagement/sites.ts";
import { Calibrate } from "./Calibrate.tsx";

/** The permission that the endpoints require. */
const mayCalibrate: Requirement = { any: [{ area: "site_management", letter: "u" }] };

/** `/sites/:siteId/details/floors/:floorId/calibrate`: walk tests, reference beacons and versions, for people who may change the site. */
export default function CalibrationPage() {
  const { t } = useTranslation();
  const { siteId = "", floorId = "" } = useParams();
  const scope = useScope(sites);
  return (
    <RequireAccess needs={mayCalibrate}>
      <EntityGate key={siteId} noun={sites} scope={scope} id={siteId}>
        {(site) => {
          const floor = site.floorPlans.find(({ id }) => id === floorId);
          return floor === undefined ? (
            <StopPage code="PageNotFound" />
          ) : (
            <LeaveGuard prompt={t("calibration.walk.leave")}>
              <Calibrate site={site} floor={floor} />
            </LeaveGuard>
          );
        }}
      </EntityGate>
    </RequireAccess>
  );
}
