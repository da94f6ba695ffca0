import { searchTrackers, type Tracker, trackerSortFields } from "@pulse/contract/trackers";
import { importTrackers } from "@pulse/contract/imports";
import { IconQrcode } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useArchiveActions } from "../assets/archiveActions.tsx";
import { ImportButton } from "../assets/ImportButton.tsx";
import { LivePlacesContext, useLivePlaces } from "../assets/livePlaces.ts";
import { thingFilterNames, ThingFilters } from "../assets/ThingFilters.tsx";
import { useDeviceFamily } from "../devices/deviceFamily.tsx";
import { EntityList } from "../entity/EntityList.tsx";
import { LabelSheet } from "../entity/LabelSheet.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { UnregisteredNote } from "./UnregisteredNote.tsx";
import { ReportButton } from "../reports/ReportButton.tsx";
import { useTrackerColumns } from "./trackerColumns.tsx";
import { TrackerConfigOfAll } from "./TrackerConfig.tsx";
import { trackers } from "./trackers.ts";
import { useTrackerTypes } from "./useTrackerTypes.ts";
import { useTrackerArchiving } from "./useTrackerArchiving.ts";

/** `/sites/:siteId/devices/trackers`: the trackers of a site, the archived ones by `?archived=true`. */
export default function TrackersPage() {
  const { siteId } = useSiteScope();
  const can = useLetters("identifier_management");
  const archiving = useTrackerArchiving();
  const actions = useArchiveActions(archiving, can.u);
  const types = useTrackerTypes(siteId);
  const { t } = useTranslation();
  const [toLabel, setToLabel] = useState<readonly Tracker[]>([]);
  return (
    <LivePlacesContext value={useLivePlaces(siteId)}>
      <EntityList
        noun={trackers}
        family={useDeviceFamily(() => (can.c ? <UnregisteredNote siteId={siteId} /> : null))}
        numChanged={archiving.numDone}
        columns={useTrackerColumns()}
        sortFields={trackerSortFields}
        sort="name"
        filters={{
          names: thingFilterNames,
          chips: (query) => (
            <ThingFilters noun="trackers" search={searchTrackers} siteId={siteId} query={query} types={types} />
          ),
        }}
        actions={(scope) =>
          scope.siteId === null ? null : (
            <>
              <ReportButton kind="active-beacons" siteId={scope.siteId} />
              {can.u ? <TrackerConfigOfAll siteId={scope.siteId} /> : null}
              {can.c ? <ImportButton siteId={scope.siteId} endpoint={importTrackers} noun="trackers" /> : null}
            </>
          )
        }
        more={actions.row}
        moreOfSelected={({ filters }) => [
          {
            key: "labels",
            label: t("entity.labels.action"),
            icon: <IconQrcode size={16} stroke={1.75} aria-hidden="true" />,
            run: setToLabel,
          },
          ...actions.rows(filters["archived"] === "true"),
        ]}
      />
      <LabelSheet
        labels={toLabel.map(({ id, siteId: of, name, mac, type }) => ({
          key: id,
          path: `/sites/${of}/devices/trackers/${id}`,
          name,
          code: mac,
          line: type,
        }))}
        onClose={() => setToLabel([])}
      />
    </LivePlacesContext>
  );
}
