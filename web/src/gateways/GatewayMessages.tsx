import { listGatewayMessages } from "@pulse/contract/gatewayReports";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { FormSection } from "../form/FormSection.tsx";
import { useServices } from "../services/services.tsx";
import { FilterChip } from "../table/FilterChip.tsx";
import { When } from "../time/When.tsx";
import { liveMs } from "./gateways.api.ts";
import classes from "./Messages.module.css";

const kinds = ["all", "faulty"] as const;

/** The last messages of a gateway as received, for people with the developer tools; unreadable ones with the reason. */
export function GatewayMessages({ id }: { id: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [kind, setKind] = useState<string>("all");
  const { data, error } = useQuery({
    queryKey: ["gatewayMessages", id],
    queryFn: ({ signal }) => api.call(listGatewayMessages, { params: { id }, signal }),
    refetchInterval: liveMs,
  });
  const faulty = data?.filter((message) => message.error !== null) ?? [];
  const shown = kind === "faulty" ? faulty : (data ?? []);
  return (
    <FormSection
      title={t("gateways.messages.title")}
      hint={t("gateways.messages.hint")}
      actions={
        <FilterChip
          label={t("gateways.messages.show")}
          value={kind}
          isNeeded
          options={kinds.map((value) => ({
            value,
            label: t(`gateways.messages.${value}`, { count: value === "all" ? (data?.length ?? 0) : faulty.length }),
          }))}
          onChange={(next) => setKind(next ?? "all")}
        />
      }
      isBare
    >
      {error !== null && data === undefined ? <p className={classes["none"]}>{errorText(error)}</p> : null}
      {data !== undefined && shown.length === 0 ? (
        <p className={classes["none"]}>{t("gateways.messages.none")}</p>
      ) : null}
      <ul className={classes["messages"]}>
        {shown.map(({ receivedAt, topic, payload, decoded, error: reason }, nth) => (
          <li key={`${receivedAt} ${shown.length - nth}`} data-unread={!decoded || undefined}>
            <details>
              <summary>
                <When at={receivedAt} format="history" />
                <code>{topic}</code>
                <span className={classes["read"]}>
                  {t(decoded ? "gateways.messages.read" : "gateways.messages.unread")}
                </span>
                {reason === null ? null : <em>{reason}</em>}
              </summary>
              <pre>{readable(payload)}</pre>
            </details>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

/** JSON in lines; anything else as received. */
function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
