import type { Hardware } from "@pulse/contract/gateways";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { hrefOf, type Scope } from "../entity/Scope.ts";
import { useLetters } from "../entity/useLetters.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormNumber } from "../form/FormNumber.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { LoadingForm } from "../form/LoadingForm.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { gateways } from "./gateways.ts";
import { useHardwareTypes, useMadeCredentials } from "./gateways.api.ts";
import { GatewayCredentials } from "./GatewayCredentials.tsx";
import { GatewayInfo } from "./GatewayInfo.tsx";
import { GatewayPlacement } from "./GatewayPlacement.tsx";
import { radioHint } from "./radioHint.ts";
import { useGatewayForm } from "./useGatewayForm.ts";
import classes from "./Gateways.module.css";

interface Props {
  /** Null: a new one. */
  gateway: Hardware | null;
  scope: Scope;
}

/** The form of a gateway, once the possible types have loaded. */
export function GatewayForm(props: Props) {
  const { data: types } = useHardwareTypes(props.scope.siteId);
  return types === undefined ? <LoadingForm crumbs={[]} /> : <Form {...props} types={types} />;
}

function Form({ gateway, scope, types }: Props & { types: readonly HardwareType[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [prefill] = useSearchParams();
  const height = useLetters("location_elevation");
  const [fresh, setFresh] = useState<{ gateway: Hardware; credentials: MqttCredentials } | null>(null);
  const credentialsOf = useMadeCredentials();
  const show = (id: string): void => void navigate(hrefOf(gateways, scope, id), { replace: true });
  const onCreated = async (created: Hardware): Promise<void> => {
    const credentials = await credentialsOf(created);
    if (credentials === null) show(created.id);
    else setFresh({ gateway: created, credentials });
  };
  const form = useGatewayForm({
    gateway,
    scope,
    known: {
      mac: prefill.get("mac") ?? "",
      hardwareTypeId: types.find(({ type }) => type === prefill.get("type"))?.id ?? null,
    },
    onCreated: (created) => void onCreated(created),
  });
  return (
    <>
      <EntityForm form={form} isReadOnly={form.isReadOnly}>
        <FormSection title={t("gateways.info")}>
          <GatewayInfo types={types} storedName={gateway?.name ?? null} />
        </FormSection>
        <GatewayPlacement
          siteId={scope.siteId ?? ""}
          name={gateway?.name ?? t("gateways.one")}
          id={gateway?.id ?? null}
        />
        <FormSection title={t("gateways.radio")} hint={radioHint(gateway?.learned, gateway?.unusedProperties)}>
          {height.r ? (
            <FormNumber
              path="properties.z"
              label={t("gateways.z")}
              unit="m"
              range={[-10, 100]}
              hint={t("gateways.zHint")}
            />
          ) : null}
          <FormNumber path="properties.anchorSnapRadius" label={t("gateways.snap")} unit="m" range={[0.1, 1000]} />
          <FormNumber path="properties.measuredPower" label={t("gateways.power")} unit="dBm" range={[-100, 0]} />
          <FormNumber path="properties.alpha" label={t("gateways.alpha")} />
          <FormNumber path="properties.beta" label={t("gateways.beta")} />
          <FormNumber path="properties.gamma" label={t("gateways.gamma")} />
        </FormSection>
        <SaveBar isSticky {...(gateway === null ? { save: t("gateways.add") } : {})} />
      </EntityForm>
      {gateway === null
        ? (["config", "broker"] as const).map((section) => (
            <FormSection key={section} title={t(`gateways.${section}.title`)} isBare>
              <p className={classes["empty"]}>{t("gateways.finishFirst")}</p>
            </FormSection>
          ))
        : null}
      {fresh === null ? null : (
        <GatewayCredentials
          title={t("gateways.broker.madeTitle", { name: fresh.gateway.name })}
          credentials={fresh.credentials}
          onClose={() => show(fresh.gateway.id)}
        />
      )}
    </>
  );
}
