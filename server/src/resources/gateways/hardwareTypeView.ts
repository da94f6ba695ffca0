import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { toSnakeKey } from "@pulse/contract/wire";
import { adapterForHardwareType } from "@pulse/protocols/catalogue";
import type { Selectable } from "kysely";
import { haveNameInTopics } from "../../platform/devices/gatewayTopics.ts";
import type { HardwareTypesTable } from "../../platform/database/tables/gateways.ts";

/** A type of gateways, with the settings that its dialect can express. */
export function hardwareTypeView(row: Selectable<HardwareTypesTable>): HardwareType {
  const downlink = adapterForHardwareType(row.type)?.downlink;
  return {
    ...row,
    configSettings: [...(downlink?.settings ?? [])].map(toSnakeKey),
    topicsFromName: haveNameInTopics(row.type),
    configReadable: downlink?.can("readGateway") ?? false,
  };
}
