import type { DeviceRequest } from "@pulse/contract/deviceRequests";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { When } from "../time/When.tsx";
import { RequestedSettings } from "./RequestedSettings.tsx";
import { type RequestTarget, useDeviceRequests } from "./requests.api.ts";
import classes from "./Devices.module.css";

const maxRequests = 6;

/** The latest requests to a device, with their progress. */
export function RequestsCard({ device }: { device: RequestTarget }) {
  const { t } = useTranslation();
  const { data = [] } = useDeviceRequests(device);
  return (
    <FormSection title={t("devices.requests.title")} isBare>
      {data.length === 0 ? <p className={classes["empty"]}>{t("devices.requests.none")}</p> : null}
      <ul className={classes["requests"]}>
        {data.slice(0, maxRequests).map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    </FormSection>
  );
}

function Request({ request }: { request: DeviceRequest }) {
  const { t } = useTranslation();
  const { kind, state, reason, via, requestedAt, completedAt, requestedBy } = request;
  return (
    <li>
      <div>
        <b>{t(`devices.kinds.${kind}`)}</b>
        <span className={classes["state"]} data-state={state}>
          {t(`devices.requests.${state}`)}
        </span>
      </div>
      {kind === "update" ? <RequestedSettings request={request} /> : null}
      <small>
        {t("devices.requests.placed")} <When at={requestedAt} format="ago" /> · {requestedBy}
      </small>
      {completedAt === null ? null : (
        <small>
          {t("devices.requests.ended")} <When at={completedAt} format="ago" />
          {via === null ? null : ` · ${via.name}`}
        </small>
      )}
      {reason === null ? null : <small className={classes["reason"]}>{reason}</small>}
    </li>
  );
}
