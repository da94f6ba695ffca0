import type { Area } from "@pulse/contract/access";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import type { Scope } from "../entity/Scope.ts";
import { useAccess } from "../shell/person.api.ts";
import classes from "../ui/tabs.module.css";

/** The lists of devices, each with the area that opens it. */
const lists: readonly { key: string; area: Area }[] = [
  { key: "trackers", area: "identifier_management" },
  { key: "gateways", area: "hardware_management" },
];

/** The lists of devices that the person may read. */
export function useDeviceLists(): readonly string[] {
  const { data: access } = useAccess();
  return lists.filter(({ area }) => access?.[area].includes("r")).map(({ key }) => key);
}

function DeviceTabs({ base }: Pick<Scope, "base">) {
  const { t } = useTranslation();
  return (
    <nav className={classes["tabs"]} aria-label={t("nav.devices")}>
      {useDeviceLists().map((key) => (
        <NavLink key={key} to={`${base}/devices/${key}`}>
          {t(`devices.lists.${key}`)}
        </NavLink>
      ))}
    </nav>
  );
}

/** What the lists of devices share; `below` goes between the tabs and the list. */
export function useDeviceFamily(below?: (scope: Scope) => ReactNode) {
  const { t } = useTranslation();
  return {
    title: t("nav.devices"),
    tabs: (scope: Scope) => (
      <>
        <DeviceTabs base={scope.base} />
        {below?.(scope)}
      </>
    ),
  };
}
