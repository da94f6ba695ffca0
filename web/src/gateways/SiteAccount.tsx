import { Button, Modal } from "@mantine/core";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { createSiteGatewayCredentials, deleteSiteGatewayCredentials } from "@pulse/contract/siteGatewayAccount";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CredentialLines } from "../devices/CredentialLines.tsx";
import dialog from "../form/Dialog.module.css";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { dialogClasses } from "../form/dialogClasses.ts";
import { Refusal } from "../form/Refusal.tsx";
import { useServices } from "../services/services.tsx";
import { When } from "../time/When.tsx";
import { useTypeNames } from "./gateways.api.ts";
import { siteAccountKey, useSiteAccount } from "./siteAccount.api.ts";
import { siteTopics } from "./siteTopics.ts";
import classes from "./SiteAccount.module.css";

interface Props {
  siteId: string;
  onClose(): void;
}

/** One MQTT account for all gateways of a site: made, renewed and revoked here; its password is shown once. */
export function SiteAccount({ siteId, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queries = useQueryClient();
  const { data: account } = useSiteAccount(siteId);
  const [fresh, setFresh] = useState<MqttCredentials | null>(null);
  /** What has to be confirmed, since it disconnects gateways. */
  const [asked, setAsked] = useState<"renew" | "revoke" | null>(null);
  const changed = () => queries.invalidateQueries({ queryKey: siteAccountKey(siteId) });
  const creating = useMutation({
    mutationFn: () => api.call(createSiteGatewayCredentials, { query: { siteId } }),
    onSuccess: async (credentials) => {
      setFresh(credentials);
      setAsked(null);
      await changed();
    },
  });
  const revoking = useMutation({
    mutationFn: () => api.call(deleteSiteGatewayCredentials, { query: { siteId } }),
    onSuccess: async () => {
      setAsked(null);
      await changed();
    },
  });
  if (account === undefined) return null;
  const { host, port, tlsPort, mqttUsername, createdAt, available } = account;
  const password = fresh?.mqttPassword;
  const lines = Object.entries({ host, port, tlsPort, username: mqttUsername, password }).flatMap(([key, value]) =>
    value === null || value === undefined
      ? []
      : [{ key, label: t(`gateways.broker.settings.${key}`), value: String(value) }],
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("gateways.site.title")}
      centered
      size={560}
      radius="xl"
      closeOnClickOutside={fresh === null}
      closeOnEscape={fresh === null}
      withCloseButton={false}
      classNames={dialogClasses}
    >
      <div className={dialog["question"]}>
        <p>{t(available ? "gateways.site.text" : "gateways.site.external")}</p>
        {mqttUsername === null ? null : (
          <div>
            {createdAt === null || fresh !== null ? null : (
              <p className={classes["since"]}>
                {t("gateways.site.since")} <When at={createdAt} format="history" />
              </p>
            )}
            <CredentialLines lines={lines} />
            {fresh === null ? null : <p className={classes["once"]}>{t("gateways.site.once")}</p>}
            <Topics siteId={siteId} />
          </div>
        )}
        {asked === null ? <Refusal error={creating.error} entity="" /> : null}
        <div className={dialog["actions"]}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("gateways.broker.done")}
          </Button>
          {mqttUsername === null || fresh !== null ? null : (
            <Button variant="default" onClick={() => setAsked("revoke")}>
              {t("gateways.site.revoke")}
            </Button>
          )}
          {available && fresh === null ? (
            <Button
              loading={creating.isPending}
              onClick={() => (mqttUsername === null ? creating.mutate() : setAsked("renew"))}
            >
              {t(mqttUsername === null ? "gateways.site.make" : "gateways.site.renew")}
            </Button>
          ) : null}
        </div>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={t(`gateways.site.ask.${asked ?? "renew"}`)}
        text={t("gateways.site.ask.text")}
        confirm={t(asked === "revoke" ? "gateways.site.revoke" : "gateways.site.renew")}
        isDestructive={asked === "revoke"}
        isBusy={revoking.isPending || creating.isPending}
        failure={revoking.error ?? creating.error}
        onConfirm={() => (asked === "revoke" ? revoking : creating).mutate()}
        onClose={() => setAsked(null)}
      />
    </Modal>
  );
}

/** The topics by which gateways are told apart. */
function Topics({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const nameOf = useTypeNames(siteId);
  return (
    <details className={classes["topics"]}>
      <summary>{t("gateways.site.topics")}</summary>
      <p>{t("gateways.site.topicsWhy")}</p>
      <dl>
        {siteTopics.map(({ type, topics }) => (
          <div key={type}>
            <dt>{nameOf(type)}</dt>
            {topics.map((topic) => (
              <dd key={topic}>
                <code>{topic}</code>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
