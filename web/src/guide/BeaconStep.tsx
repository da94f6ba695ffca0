import { listHeardTrackers } from "@pulse/contract/trackerSignals";
import { useQuery } from "@tanstack/react-query";
import { IconBluetooth } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { UnregisteredTrackers } from "../trackers/UnregisteredTrackers.tsx";
import { Message } from "../ui/Message.tsx";

const everyMs = 2_000;

/** The beacons that are heard, to pick the first one from. */
export function BeaconStep({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  // The same query as the list's, fetched more often.
  const { data: sightings = [] } = useQuery({
    queryKey: ["heardTrackers", siteId],
    queryFn: ({ signal }) => api.call(listHeardTrackers, { query: { siteId }, signal }),
    refetchInterval: everyMs,
  });
  if (sightings.length > 0) return <UnregisteredTrackers siteId={siteId} />;
  return (
    <Message
      icon={<IconBluetooth size={20} stroke={1.6} aria-hidden="true" />}
      title={t("guide.beacon.none")}
      text={t("guide.beacon.noneWhy")}
    />
  );
}
