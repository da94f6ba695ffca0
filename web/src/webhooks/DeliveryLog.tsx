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
  const nameOf = useKindNames();
  return (
    <FormSection title={t("webhooks.log")} isBare>
      {data === undefined && error !== null ? (
        <FailedMessage title={t("webhooks.logFailed")} text={errorText(error)} retry={() => void refetch()} />
      ) : null}
      {data?.length === 0 ? <p className={classes["empty"]}>{t("webhooks.logEmpty")}</p> : null}
      {data === undefined || data.length === 0 ? null : (
        <div className={classes["log"]}>
          <ScrollTable
            label={t("webhooks.log")}
            head={["sent", "event", "outcome", "attempts", "took"].map((each) => t(`webhooks.${each}`))}
            acts={t("webhooks.replay")}
          >
            {data.map((delivery) => (
              <tr key={delivery.id}>
                <td>
                  <When at={delivery.at} format="list" />
                </td>
                <td>
                  {delivery.eventId === null ? t("webhooks.testEvent") : nameOf(delivery.type)}
                  <small>{delivery.name}</small>
                </td>
                <td className={delivery.state === "failed" ? classes["failed"] : undefined}>
                  <Outcome delivery={delivery} />
                </td>
                <td>{delivery.attempts}</td>
                <td>
                  {delivery.durationMs === null ? t("table.noValue") : t("webhooks.ms", { ms: delivery.durationMs })}
                </td>
                <td>
                  {mayReplay && delivery.state !== "waiting" ? (
                    <Button size="xs" variant="default" onClick={() => sending.mutate(delivery)}>
                      {t("webhooks.replay")}
                    </Button>
                  ) : null}
                </td>
              </tr>
            ))}
          </ScrollTable>
        </div>
      )}
    </FormSection>
  );
}

function Outcome({ delivery: { state, status, error, nextTryAt } }: { delivery: Delivery }) {
  const { t, i18n } = useTranslation();
  const known = `webhooks.error.${error}`;
  const why = error === null ? null : i18n.exists(known) ? t(known, { status }) : error;
  return (
    <>
      {t(`webhooks.states.${state}`)}
      {status === null || error === "status" ? null : ` · ${status}`}
      {why === null ? null : <small>{why}</small>}
      {nextTryAt === null || error === null ? null : (
        <small>
          {t("webhooks.next")} <When at={nextTryAt} format="history" />
        </small>
      )}
    </>
  );
}
