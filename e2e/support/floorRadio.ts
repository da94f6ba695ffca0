import { getHardware, listHardwares } from "@pulse/contract/gateways";
import { createHardwareCredentials } from "@pulse/contract/gatewayConnection";
import { connectGateway, distanceM, type GatewayClient, rssiOver, type Spot } from "./radio.ts";
import type { Api } from "./world.ts";

/** All gateways of one floor as MQTT clients. */
export interface FloorRadio {
  floorId: string;
  /** A place in the middle of its gateways. */
  middle: Spot;
  /** Makes every gateway hear the tag as if it were there, with nothing in between. */
  tagAt: (trackerMac: string, spot: Spot) => Promise<void>;
  gateways: { id: string; name: string; at: Spot }[];
  /** From now on a gateway hears everything this much weaker. */
  deafen: (gatewayId: string, db: number) => void;
  close: () => Promise<void>;
}

/** Takes over the gateways of a floor: creates new credentials for each and connects as each. */
export async function takeFloor(api: Api, mqttUrl: string, siteId: string, floorId: string): Promise<FloorRadio> {
  const listed = (await api.call(listHardwares, { query: { siteId } })).filter(
    (gateway) => gateway.floorId === floorId,
  );
  if (listed.length < 3) throw new Error(`floor ${floorId} has ${listed.length} gateways; too few to locate anything`);
  const clients: (GatewayClient & { id: string })[] = [];
  const deafDb = new Map<string, number>();
  for (const { id, lat, lon } of listed) {
    const { mac } = await api.call(getHardware, { params: { id } });
    const credentials = await api.call(createHardwareCredentials, { params: { id } });
    clients.push({ id, ...(await connectGateway(mqttUrl, { mac, at: { lat, lon } }, credentials)) });
  }
  return {
    floorId,
    middle: mean(listed),
    tagAt: async (trackerMac, spot) => {
      await Promise.all(
        clients.map(({ id, at, hear }) => hear(trackerMac, rssiOver(distanceM(at, spot)) - (deafDb.get(id) ?? 0))),
      );
    },
    gateways: listed.map(({ id, name, lat, lon }) => ({ id, name, at: { lat, lon } })),
    deafen: (gatewayId, db) => void deafDb.set(gatewayId, db),
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

function mean(spots: readonly Spot[]): Spot {
  const sum = (of: (spot: Spot) => number) => spots.reduce((total, spot) => total + of(spot), 0) / spots.length;
  return { lat: sum(({ lat }) => lat), lon: sum(({ lon }) => lon) };
}
