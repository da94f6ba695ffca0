import { type Hardware, HardwareBody, HardwareChange } from "@pulse/contract/gateways";
import { useLetters } from "../entity/useLetters.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import type { Scope } from "../entity/Scope.ts";
import { gateways } from "./gateways.ts";
import { gatewayBody, gatewayValues, type KnownOfNew } from "./gatewayValues.ts";

interface Options {
  /** Null: a new one. */
  gateway: Hardware | null;
  scope: Scope;
  /** What is known about a new one. */
  known?: KnownOfNew;
  onCreated(created: Hardware): void;
}

/** The form of a gateway. */
export function useGatewayForm({ gateway, scope, known, onCreated }: Options) {
  const height = useLetters("location_elevation");
  return useNounForm({
    noun: gateways,
    entity: gateway,
    scope,
    toValues: (stored: Hardware | null) => gatewayValues(stored, known),
    rule: gateway === null ? HardwareBody : HardwareChange,
    toBody: (values) => gatewayBody(values, height.u),
    onCreated,
  });
}
