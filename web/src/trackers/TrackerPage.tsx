import { Button } from "@mantine/core";
import { getTrackerHistory, listTrackerLinks, type Tracker } from "@pulse/contract/trackers";
import { IconArchive, IconArchiveOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { LinkLog } from "../assets/LinkLog.tsx";
import { BatteryNow, SeenNow } from "../assets/LiveCells.tsx";
import { LivePlacesContext, useLivePlaces } from "../assets/livePlaces.ts";
import { ShowOnMap } from "../assets/ShowOnMap.tsx";
import { StatusNowBadge } from "../assets/StatusNow.tsx";
import classes from "../assets/Things.module.css";
import { WhereCard } from "../assets/WhereCard.tsx";
import type { RequestTarget } from "../devices/requests.api.ts";
import { RequestsCard } from "../devices/RequestsCard.tsx";
import { EntityPage } from "../entity/EntityPage.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { History } from "../history/History.tsx";
import { ToHistory } from "../history/ToHistory.tsx";
import { UnregisteredTrackers } from "./UnregisteredTrackers.tsx";
import { SharedIdentityNote } from "./SharedIdentityNote.tsx";
import { RingButton } from "./RingButton.tsx";
import { TrackerAsset } from "./TrackerAsset.tsx";
import { TrackerBroker } from "./TrackerBroker.tsx";
import { TrackerConfig } from "./TrackerConfig.tsx";
import { TrackerForm } from "./TrackerForm.tsx";
import { trackers } from "./trackers.ts";
import { useTrackerArchiving } from "./useTrackerArchiving.ts";

const deviceOf = ({ id, name }: Tracker): RequestTarget => ({ target: "tracker", id, name });
const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** `/sites/:siteId/devices/trackers/new` and `…/:id`: one tracker, its place, its asset and its past. */
export default function TrackerPage() {
  const { t } = useTranslation();
  const { siteId } = useSiteScope();
  const isNew = useParams()["id"] === "new";
  const can = useLetters("identifier_management");
  const archiving = useTrackerArchiving();
  return (
    <LivePlacesContext value={useLivePlaces(isNew ? null : siteId)}>
      <EntityPage
        noun={trackers}
        badge={(tracker) =>
          tracker.archived ? <small>{t("things.archivedOne")}</small> : <StatusNowBadge thing={tracker} isTracked />
        }
        facts={(tracker) => (
          <>
            {tracker.identities.map(({ kind, value }) => (
              <span key={kind + value} className={classes["mono"]}>
                {value}
              </span>
            ))}
            <span>
              {t("things.seen")}{" "}
              <b>
                <SeenNow thing={tracker} />
              </b>
            </span>
            <BatteryNow id={tracker.id} percent={tracker.batteryLevel} />
          </>
        )}
        actions={(tracker) => (
          <>
            {tracker.archived || tracker.linkedAsset === null || tracker.lastLocation === null ? null : (
              <ShowOnMap to={`/sites/${tracker.siteId}/map?asset=${tracker.linkedAsset.guid}`} />
            )}
            <ToHistory />
            {tracker.capabilities.ring && !tracker.archived ? <RingButton tracker={tracker} /> : null}
            {can.u ? (
              <Button
                variant="default"
                loading={archiving.isBusy}
                leftSection={tracker.archived ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />}
                onClick={() => (tracker.archived ? archiving.unarchive([tracker]) : archiving.archive([tracker]))}
              >
                {t(tracker.archived ? "things.unarchive" : "things.archive")}
              </Button>
            ) : null}
          </>
        )}
        aside={(tracker) => (
          <>
            <TrackerAsset tracker={tracker} />
            {tracker.capabilities.ring || tracker.capabilities.deviceConfig ? (
              <RequestsCard device={deviceOf(tracker)} />
            ) : null}
            <TrackerBroker tracker={tracker} />
            <LinkLog id={tracker.id} endpoint={listTrackerLinks} nameOf={({ asset }) => asset.name} />
          </>
        )}
      >
        {(tracker, scope) => (
          <>
            {tracker?.sharedIdentity ? <SharedIdentityNote shared={tracker.sharedIdentity} /> : null}
            {tracker === null ? null : <WhereCard thing={tracker} type="tracker" />}
            <TrackerForm tracker={tracker} scope={scope} />
            {tracker === null ? (
              siteId === null ? null : (
                <UnregisteredTrackers siteId={siteId} />
              )
            ) : (
              <>
                {tracker.capabilities.deviceConfig ? <TrackerConfig device={deviceOf(tracker)} /> : null}
                <History
                  noun="trackers"
                  thing={tracker}
                  positions={getTrackerHistory}
                  trackers={[{ id: tracker.id, name: tracker.name, sinceMs: null, untilMs: null }]}
                />
              </>
            )}
          </>
        )}
      </EntityPage>
    </LivePlacesContext>
  );
}
