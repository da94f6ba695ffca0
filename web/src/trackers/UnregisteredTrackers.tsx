import { Button } from "@mantine/core";
import type { Heard } from "@pulse/contract/gatewayReports";
import { createTracker } from "@pulse/contract/trackers";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import thingClasses from "../assets/Things.module.css";
import { useNounCache } from "../entity/entity.api.ts";
import { useLetters } from "../entity/useLetters.ts";
import { FormSection } from "../form/FormSection.tsx";
import { useServices } from "../services/services.tsx";
import { dbmText } from "../text/translate.ts";
import { SeenWhen } from "../shell/SeenWhen.tsx";
import { useUnregisteredTrackers } from "./unregisteredTrackers.api.ts";
import { trackers } from "./trackers.ts";

/** As many as a person would look through, the newest first. */
const maxShown = 50;

/** Trackers that the site's gateways receive but that are not registered; each can be added in one click. */
export function UnregisteredTrackers({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const can = useLetters("identifier_management");
  const cache = useNounCache(trackers);
  const { data = [] } = useUnregisteredTrackers(siteId);
  const adding = useMutation({
    mutationFn: ({ mac, kind, name }: Heard) =>
      api.call(createTracker, {
        query: { siteId },
        body: { name: name ?? `Tag ${mac.replaceAll(":", "")}`, type: typeOf(kind), mac },
      }),
    onSuccess: ({ name }) => {
      snackbars.success(t("things.trackers.made", { name }));
      void cache.changed();
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
  if (data.length === 0) return null;
  return (
    <FormSection title={t("things.heard.title")} hint={t("things.heard.hint")} isBare>
      <ul className={`${thingClasses["rows"]} ${thingClasses["scroll"]}`}>
        {data.slice(0, maxShown).map((beacon) => (
          <li key={beacon.mac}>
            <div>
              <span className={thingClasses["mono"]}>{beacon.mac}</span>
              <small>
                {beacon.kind}
                {beacon.hardwareName === null ? null : ` · ${beacon.hardwareName}`}
                {beacon.rssi === null ? null : ` · ${dbmText(beacon.rssi)}`} ·{" "}
                <SeenWhen at={beacon.lastHeardAt} format="ago" />
              </small>
            </div>
            {can.c ? (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
                loading={adding.isPending && adding.variables.mac === beacon.mac}
                aria-label={t("things.heard.add", { mac: beacon.mac })}
                onClick={() => adding.mutate(beacon)}
              >
                {t("things.heard.addShort")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

/** The type of tracker that sends such adverts. */
function typeOf(kind: string): string {
  const known: Readonly<Record<string, string>> = {
    ibeacon: "IBEACON",
    eddystone: "EDDYSTONE",
    ksensor: "KKM",
    kkm: "KKM",
  };
  return known[kind.toLowerCase()] ?? "GENERIC";
}
