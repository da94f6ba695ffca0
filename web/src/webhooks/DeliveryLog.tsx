import { Button } from "@mantine/core";
import type { Delivery, Webhook } from "@pulse/contract/webhooks";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useLetters } from "../entity/useLetters.ts";
import { FormSection } from "../form/FormSection.tsx";
import { ScrollTable } from "../table/ScrollTable.tsx";
import { When } from "../time/When.tsx";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { useKindNames } from "./useKindNames.ts";
import { webhooks } from "./webhooks.ts";
import { useDeliveries, useSending } from "./webhooks.api.ts";
import classes from "./Webhooks.module.css";

/** The deliveries of a webhook with their outcome, each with a button to send it again. */
export function DeliveryLog({ webhook: { id } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useDeliveries(id);
  const sending = useSending(id);
  const mayReplay = useLetters(webhooks.area).u;
  return (
    <FormSection title={t("webhooks.log")} isBare>
      {data === undefined && error !== null ? (
        <FailedMessage title={t("webhooks.logFailed")} text={errorText(error)} retry={() => void refetch()} />
      ) : null}
      {data?.length === 0 ? <p className={classes["empty"]}>{t("webhooks.logEmpty")}</p> : null}
      {data === undefined || data.length === 0 ? null : (
        <ScrollTable
          label={t("webhooks.log")}
          head={["sent", "event", "outcome", "attempts", "took"].map((each) => t(`webhooks.${each}`))}
          acts={t("webhooks.replay")}
          titleAt={1}
          rows={data.map((delivery) => ({
            key: delivery.id,
            cells: [
              <When key="sent" at={delivery.at} format="list" />,
              <Subject key="event" delivery={delivery} />,
              <Outcome key="outcome" delivery={delivery} />,
              delivery.attempts,
              delivery.durationMs === null ? t("table.noValue") : t("webhooks.ms", { ms: delivery.durationMs }),
            ],
            acts:
              mayReplay && delivery.state !== "waiting" ? (
                <Button size="xs" variant="default" onClick={() => sending.mutate(delivery)}>
                  {t("webhooks.replay")}
                </Button>
              ) : null,
          }))}
        />
      )}
    </FormSection>
  );
}

function Subject({ delivery: { eventId, type, name } }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const nameOf = useKindNames();
  return (
    <>
      {eventId === null ? t("webhooks.testEvent") : nameOf(type)}
      <small>{name}</small>
    </>
  );
}

function Outcome({ delivery: { state, status, error, nextTryAt } }: { delivery: Delivery }) {
  const { t, i18n } = useTranslation();
  const known = `webhooks.error.${error}`;
  const why = error === null ? null : i18n.exists(known) ? t(known, { status }) : error;
  return (
    <span className={state === "failed" ? classes["failed"] : undefined}>
      {t(`webhooks.states.${state}`)}
      {status === null || error === "status" ? null : ` · ${status}`}
      {why === null ? null : <small>{why}</small>}
      {nextTryAt === null || error === null ? null : (
        <small>
          {t("webhooks.next")} <When at={nextTryAt} format="history" />
        </small>
      )}
    </span>
  );
}
