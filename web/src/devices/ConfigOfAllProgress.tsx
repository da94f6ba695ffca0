import { Button, Progress } from "@mantine/core";
import type { DeviceRequest, PlacedRequests } from "@pulse/contract/deviceRequests";
import { useTranslation } from "react-i18next";
import classes from "./ConfigOfAll.module.css";
import requestClasses from "./Devices.module.css";
import { isOpen, useFollowedRequests } from "./requests.api.ts";

/** The progress of a change of many devices: each with its state, and those that could not be asked. */
export function ConfigOfAllProgress({ placed, onClose }: { placed: PlacedRequests; onClose(): void }) {
  const { t } = useTranslation();
  const requests = useFollowedRequests(placed.placed);
  const numEnded = requests.filter((request) => !isOpen(request)).length;
  const count = requests.length;
  return (
    <div className={classes["progress"]}>
      <p role="status">{t("devices.all.ended", { ended: numEnded, count })}</p>
      {count === 0 ? null : <Progress value={(100 * numEnded) / count} size="sm" aria-label={t("devices.all.title")} />}
      <ul>
        {requests.map((request) => (
          <Line key={request.id} request={request} />
        ))}
        {placed.skipped.map(({ targetId, targetName, reason }) => (
          <li key={targetId}>
            <span>{targetName}</span>
            <small>{t(`errors.${reason}`, { defaultValue: reason })}</small>
          </li>
        ))}
      </ul>
      <div className={classes["actions"]}>
        <Button onClick={onClose}>{t("card.close")}</Button>
      </div>
    </div>
  );
}

function Line({ request: { targetName, state, reason } }: { request: DeviceRequest }) {
  const { t } = useTranslation();
  return (
    <li>
      <span>{targetName}</span>
      {reason === null ? null : <small>{reason}</small>}
      <span className={requestClasses["state"]} data-state={state}>
        {t(`devices.requests.${state}`)}
      </span>
    </li>
  );
}
