import { NativeSelect, TextInput } from "@mantine/core";
import type { Heard } from "@pulse/contract/gatewayReports";
import type { Hardware } from "@pulse/contract/gateways";
import { claimHardwares } from "@pulse/contract/siteGatewayAccount";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { DialogForm } from "../form/DialogForm.tsx";
import { useField } from "../form/FormContext.ts";
import { FormField } from "../form/FormField.tsx";
import { inputClasses } from "../form/inputClasses.ts";
import { inputProps } from "../form/TextFields.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { useServices } from "../services/services.tsx";
import { floorOptions } from "../sites/floorOptions.ts";
import { useFloors } from "../sites/sites.api.ts";
import { type Claim, claimsOf } from "./claims.ts";
import { gateways } from "./gateways.ts";
import { useHardwareTypes, useTypeNames } from "./gateways.api.ts";
import classes from "./Claim.module.css";

interface Props {
  siteId: string;
  heard: readonly Heard[];
  onClose(): void;
  /** They are registered. */
  onClaimed(created: readonly Hardware[]): void;
}

interface Values extends Record<string, unknown> {
  floorId: string;
  gateways: readonly Claim[];
}

const noFloor = "";
const rule = z.object({ gateways: z.array(z.looseObject({ name: z.string().min(1) })) });

/** Registers several gateways at once: a name for each, and a floor for all. */
export function ClaimDialog({ siteId, heard, onClose, onClaimed }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queries = useQueryClient();
  const { data: types = [] } = useHardwareTypes(siteId);
  const typeName = useTypeNames(siteId);
  const form = useEntityForm({
    entity: null as readonly Hardware[] | null,
    toValues: (): Values => ({ floorId: noFloor, gateways: claimsOf(heard, typeName) }),
    rule,
    toBody: ({ floorId, gateways: claims }) => ({
      gateways: claims.map(({ mac, type, name }) => ({
        mac,
        name,
        hardwareTypeId: types.find((each) => each.type === type)?.id ?? "",
        floorId: floorId === noFloor ? null : floorId,
      })),
    }),
    save: (body) => api.call(claimHardwares, { query: { siteId }, body }),
    onSaved: (created) => {
      void queries.invalidateQueries({ queryKey: [gateways.name] });
      void queries.invalidateQueries({ queryKey: ["heardGateways"] });
      onClaimed(created);
    },
  });
  const { gateways: claims } = form.values;
  const count = claims.length;
  return (
    <DialogForm
      form={form}
      title={t("gateways.claim.title", { count })}
      size={640}
      submit={t("gateways.claim.confirm", { count })}
      onClose={onClose}
    >
      <p>{t("gateways.claim.text")}</p>
      <FloorField siteId={siteId} />
      <ul className={classes["claims"]}>
        {claims.map(({ mac, type }, nth) => (
          <li key={mac}>
            <ClaimField path={`gateways.${nth}`} mac={mac} />
            <span>
              <code>{mac}</code> {typeName(type)}
            </span>
          </li>
        ))}
      </ul>
    </DialogForm>
  );
}

function FloorField({ siteId }: Pick<Props, "siteId">) {
  const { t } = useTranslation();
  const { data: floors = [] } = useFloors(siteId);
  const label = t("gateways.floor");
  const field = useField("floorId", { label });
  return (
    <FormField path="floorId" label={label} field={field}>
      <NativeSelect
        {...inputProps({ path: "floorId", label }, field.error)}
        value={field.value as string}
        onChange={({ currentTarget }) => field.set(currentTarget.value)}
        data={[{ value: noFloor, label: t("gateways.noFloor") }, ...floorOptions(floors)]}
      />
    </FormField>
  );
}

/** The name of one gateway. Whatever else of it was refused is shown here too. */
function ClaimField({ path, mac }: { path: string; mac: string }) {
  const { t } = useTranslation();
  const field = useField(path, { label: mac, show: (claim) => (claim as Claim).name });
  const claim = field.value as Claim;
  return (
    <FormField path={path} label={mac} field={field}>
      <TextInput
        aria-label={t("gateways.claim.nameOf", { mac })}
        classNames={inputClasses}
        value={claim.name}
        error={field.error}
        onChange={({ currentTarget }) => field.set({ ...claim, name: currentTarget.value })}
        onBlur={field.leave}
      />
    </FormField>
  );
}
