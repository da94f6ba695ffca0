import { Button } from "@mantine/core";
import { exchangeHardwarePlaces, getHardware, type Hardware } from "@pulse/contract/gateways";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { nounKeys } from "../api/queryKeys.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useServices } from "../services/services.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { gateways } from "./gateways.ts";

interface Props {
  gateway: Hardware;
  /** The gateway that seems to hang in its place. */
  otherId: string;
  siteId: string | null;
}

/** Names the gateway with which another seems to be exchanged, and swaps both for who may change gateways. */
export function ExchangePlaces({ gateway, otherId, siteId }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queries = useQueryClient();
  const can = useLetters("hardware_management");
  const [isAsking, setIsAsking] = useState(false);
  const { data: other } = useQuery({
    queryKey: nounKeys(gateways.name, siteId).one(otherId),
    queryFn: ({ signal }) => api.call(getHardware, { params: { id: otherId }, signal }),
  });
  const exchange = useMutation({
    mutationFn: (both: { version: number; otherVersion: number }) =>
      api.call(exchangeHardwarePlaces, { params: { id: gateway.id }, body: { otherId, ...both } }),
    onSuccess: async () => {
      setIsAsking(false);
      await queries.invalidateQueries({ queryKey: [gateways.name] });
    },
  });
  if (other === undefined) return null;
  const names = { name: gateway.name, other: other.name };
  return (
    <>
      <p>
        {t("gateways.exchange.with", names)}{" "}
        {can.u ? (
          <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
            {t("gateways.exchange.ask")}
          </Button>
        ) : null}
      </p>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("gateways.exchange.title", names)}
        text={t("gateways.exchange.text")}
        confirm={t("gateways.exchange.confirm")}
        isBusy={exchange.isPending}
        entity={gateway.name}
        failure={exchange.error}
        onConfirm={() => exchange.mutate({ version: gateway.version, otherVersion: other.version })}
        onClose={() => {
          exchange.reset();
          setIsAsking(false);
        }}
      />
    </>
  );
}
