import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import type { Heard } from "@pulse/contract/gatewayReports";
import type { Hardware } from "@pulse/contract/gateways";
import { claimHardwares } from "@pulse/contract/siteGatewayAccount";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import dialog from "../form/Dialog.module.css";
import { dialogClasses } from "../form/dialogClasses.ts";
import { inputClasses } from "../form/inputClasses.ts";
import { Refusal } from "../form/Refusal.tsx";
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

/** Registers several gateways at once: a name for each, and a floor for all. */
export function ClaimDialog({ siteId, heard, onClose, onClaimed }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queries = useQueryClient();
  const { data: types = [] } = useHardwareTypes(siteId);
  const { data: floors = [] } = useFloors(siteId);
  const typeName = useTypeNames(siteId);
  const [claims, setClaims] = useState<readonly Claim[]>(() => claimsOf(heard, typeName));
  const [floorId, setFloorId] = useState("");
  const saving = useMutation({
    mutationFn: () =>
      api.call(claimHardwares, {
        query: { siteId },
        body: {
          gateways: claims.map(({ mac, type, name }) => ({
            mac,
            name,
            hardwareTypeId: types.find((each) => each.type === type)?.id ?? "",
            floorId: floorId === "" ? null : floorId,
          })),
        },
      }),
    onSuccess: async (created) => {
      await queries.invalidateQueries({ queryKey: [gateways.name] });
      await queries.invalidateQueries({ queryKey: ["heardGateways"] });
      onClaimed(created);
    },
  });
  const rename = (mac: string, name: string): void =>
    setClaims(claims.map((claim) => (claim.mac === mac ? { ...claim, name } : claim)));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("gateways.claim.title", { count: claims.length })}
      centered
      size={640}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      <form
        className={dialog["question"]}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <p>{t("gateways.claim.text")}</p>
        <NativeSelect
          label={t("gateways.floor")}
          classNames={inputClasses}
          value={floorId}
          onChange={({ currentTarget }) => setFloorId(currentTarget.value)}
          data={[{ value: "", label: t("gateways.noFloor") }, ...floorOptions(floors)]}
        />
        <ul className={classes["claims"]}>
          {claims.map(({ mac, type, name }) => (
            <li key={mac}>
              <TextInput
                aria-label={t("gateways.claim.nameOf", { mac })}
                classNames={inputClasses}
                value={name}
                onChange={({ currentTarget }) => rename(mac, currentTarget.value)}
                required
              />
              <span>
                <code>{mac}</code> {typeName(type)}
              </span>
            </li>
          ))}
        </ul>
        <Refusal error={saving.error} entity="" />
        <div className={dialog["actions"]}>
          <Button variant="default" onClick={onClose}>
            {t("form.cancel")}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t("gateways.claim.confirm", { count: claims.length })}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
