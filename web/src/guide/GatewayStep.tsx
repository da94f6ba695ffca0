import { Button } from "@mantine/core";
import { type Hardware } from "@pulse/contract/gateways";
import { createHardwareCredentials } from "@pulse/contract/gatewayConnection";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import type { FloorPlan } from "@pulse/contract/sites";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import type { Scope } from "../entity/Scope.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { ConnectionNow } from "../gateways/ConnectionNow.tsx";
import { useConnection, useHardwareTypes, useTypeName } from "../gateways/gateways.api.ts";
import { GatewayInfo } from "../gateways/GatewayInfo.tsx";
import { GatewayPlacement } from "../gateways/GatewayPlacement.tsx";
import { MakersFormView } from "../gateways/MakersFormView.tsx";
import { useGatewayForm } from "../gateways/useGatewayForm.ts";
import { useServices } from "../services/services.tsx";
import { useFloors } from "../sites/sites.api.ts";
import classes from "./Guide.module.css";

interface Props {
  scope: Scope;
  /** The gateway to wait for; null: none has been created yet. */
  gateway: Hardware | null;
}

/** A gateway: placed on the plan, its settings ready to copy, and a wait until it is heard. */
export function GatewayStep({ scope, gateway }: Props) {
  // Shown while the step is open; after that a new password has to be made.
  const [password, setPassword] = useState<{ of: string; password: string } | null>(null);
  const { data: types } = useHardwareTypes(scope.siteId);
  const { data: floors } = useFloors(scope.siteId ?? "");
  if (gateway !== null)
    return (
      <Waiting
        key={gateway.id}
        gateway={gateway}
        password={password?.of === gateway.id ? password.password : undefined}
        onPassword={(fresh) => setPassword({ of: gateway.id, password: fresh })}
      />
    );
  if (types === undefined || floors === undefined) return null;
  return (
    <New
      scope={scope}
      types={types}
      floors={floors}
      onCreated={({ id, mqttPassword }) => setPassword({ of: id, password: mqttPassword ?? "" })}
    />
  );
}

interface NewProps {
  scope: Scope;
  types: readonly HardwareType[];
  floors: readonly FloorPlan[];
  onCreated(created: Hardware): void;
}

function New({ scope, types, floors, onCreated }: NewProps) {
  const { t } = useTranslation();
  const form = useGatewayForm({ gateway: null, scope, known: { floorId: floors[0]?.id ?? null }, onCreated });
  return (
    <EntityForm form={form}>
      <FormSection title={t("gateways.info")}>
        <GatewayInfo storedName={null} types={types} />
      </FormSection>
      <GatewayPlacement siteId={scope.siteId ?? ""} name={t("gateways.one")} />
      <SaveBar isSticky save={t("gateways.add")} />
    </EntityForm>
  );
}

interface WaitingProps {
  gateway: Hardware;
  password: string | undefined;
  onPassword(password: string): void;
}

function Waiting({ gateway, password, onPassword }: WaitingProps) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const type = useTypeName(gateway);
  const { data: connection } = useConnection(gateway.id);
  const renewing = useMutation({
    mutationFn: () => api.call(createHardwareCredentials, { params: { id: gateway.id } }),
    onSuccess: ({ mqttPassword }) => onPassword(mqttPassword),
    onError: (error) => snackbars.error(errorText(error)),
  });
  if (connection === undefined) return null;
  return (
    <>
      <FormSection
        title={t("gateways.broker.madeTitle", { name: gateway.name })}
        hint={type}
        actions={
          <Button variant="default" loading={renewing.isPending} onClick={() => renewing.mutate()}>
            {t("devices.account.reset")}
          </Button>
        }
        isBare
      >
        <div className={classes["settings"]}>
          <p>{t(password === undefined ? "guide.gateway.noPassword" : "gateways.broker.once")}</p>
          <MakersFormView
            options={{ ...connection, ...(password === undefined ? {} : { mqttPassword: password }) }}
            type={type}
          />
        </div>
      </FormSection>
      <ConnectionNow connection={connection} />
    </>
  );
}
