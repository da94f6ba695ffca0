import type { Receiver } from "../support/webhookReceiver.ts";

/** The crossings of these geofences that a receiver was told of, each as often as it came under another id. */
export function deliveredCrossings({ received }: Receiver, fences: ReadonlySet<string>): string[] {
  const byId = new Map(received.map((one) => [one.id, one]));
  return [...byId.values()]
    .flatMap(({ body }) => {
      const { data } = JSON.parse(body) as {
        data: { operation: string; entity: { id: string }; data: { asset?: { id: string } } };
      };
      const { asset } = data.data;
      return asset === undefined || !fences.has(data.entity.id) ? [] : [`${asset.id} ${data.operation}`];
    })
    .toSorted();
}
