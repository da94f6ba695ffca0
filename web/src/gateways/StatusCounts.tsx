import { useTranslation } from "react-i18next";
import type { GatewayStatus } from "@pulse/contract/gateways";
import { useSiteGateways } from "./gateways.api.ts";
import classes from "./Gateways.module.css";

const statuses: readonly GatewayStatus[] = ["online", "offline", "never"];

interface Props {
  siteId: string;
  /** Null: all of them. */
  chosen: string | null;
  onChoose(status: string | null): void;
}

/** The number of gateways of a site in each state; a press filters the list. */
export function StatusCounts({ siteId, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const { data: all } = useSiteGateways(siteId);
  const numOf = (status: GatewayStatus): number | undefined => all?.filter((each) => each.status === status).length;
  const chips = [
    { key: null, label: t("gateways.allStatuses"), count: all?.length },
    ...statuses.map((key) => ({ key, label: t(`gateways.statuses.${key}`), count: numOf(key) })),
  ];
  return (
    <div className={classes["counts"]} role="group" aria-label={t("gateways.status")}>
      {chips.map(({ key, label, count }) => (
        <button key={label} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          {label} {count === undefined ? null : <b>{count}</b>}
        </button>
      ))}
    </div>
  );
}
