import { listHardwares } from "@pulse/contract/gateways";
import type { Site } from "@pulse/contract/sites";
import { useQuery } from "@tanstack/react-query";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services/services.tsx";
import { dateTime } from "../time/ages.ts";
import { calibrationPath } from "./calibrationPath.ts";
import classes from "./SiteAttention.module.css";
import { useSiteCalibration } from "./useSiteCalibration.ts";

interface Finding {
  key: string;
  text: string;
  to: string | null;
  link: string;
}

/**
 * Changes in a site's radio: reference beacons that are not found at their places and why, gateways that hear differently
 * than before, and deaf gateways, each with a link. Nothing while there are no changes.
 */
export function SiteAttention({ site }: { site: Site }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useSiteCalibration(site.id);
  const mayReadGateways = useLetters("hardware_management").r;
  const { data: deaf } = useQuery({
    queryKey: ["deafGateways", site.id],
    enabled: mayReadGateways,
    queryFn: ({ signal }) => api.call(listHardwares, { query: { siteId: site.id, health: ["deaf"] }, signal }),
    meta: { isSilent: true },
  });
  const [first] = site.floorPlans;
  const findings: Finding[] = [
    ...(data?.points ?? []).flatMap(({ id, floorId, trackerName: name, drift }): Finding[] => {
      if (drift === null) return [];
      const { offM } = drift;
      const why = offM === null ? "otherFloor" : (drift.cause ?? "unknown");
      const places = { name, metres: offM?.toFixed(0), since: dateTime(Date.parse(drift.since)) };
      const text = t(`sites.settings.beaconOff.${why}`, places);
      const to = calibrationPath(site.id, floorId, "beacons", id);
      return [{ key: id, text, to, link: t("sites.settings.toCalibration") }];
    }),
    ...(data?.changedGateways ?? []).map(({ id, name, shiftDb }): Finding => {
      const words = shiftDb < 0 ? "gatewayWeaker" : "gatewayStronger";
      const text = t(`sites.settings.${words}`, { name, db: Math.abs(shiftDb).toFixed(0) });
      const to = first === undefined ? null : calibrationPath(site.id, first.id, "beacons");
      return { key: `changed/${id}`, text, to, link: t("sites.settings.toCalibration") };
    }),
    ...(deaf ?? []).map(({ id, name }): Finding => {
      const to = `/sites/${site.id}/devices/gateways/${id}`;
      const text = t("sites.settings.gatewayDeaf", { name });
      return { key: `deaf/${id}`, text, to, link: t("sites.settings.toGateway", { name }) };
    }),
  ];
  if (findings.length === 0) return null;
  return (
    <section className={classes["attention"]} aria-label={t("sites.settings.attention")}>
      <h2>
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
        {t("sites.settings.attention")}
      </h2>
      <ul>
        {findings.map(({ key, text, to, link }) => (
          <li key={key}>
            <p role="status">{text}</p>
            {to === null ? null : <Link to={to}>{link}</Link>}
          </li>
        ))}
      </ul>
    </section>
  );
}
