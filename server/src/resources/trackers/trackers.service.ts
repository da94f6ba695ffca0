import { AppError } from "@pulse/contract/errors";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { canEnter, type Viewer } from "../../platform/http/viewer.ts";
import type { ProvisionAccount } from "../../platform/devices/provisionAccount.ts";
import { hashSecret, newSecret } from "../../platform/devices/secrets.ts";
import { trackerTopics } from "../../platform/devices/trackerTopics.ts";
import type { MqttAddress } from "../../platform/devices/mqttAddress.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { TrackerRow, TrackersRepository } from "./trackers.repository.ts";

export type TrackersService = ReturnType<typeof trackersService>;

/** Trackers, visible to whoever may enter their site; for everybody else they do not exist (404). */
export function trackersService(parts: {
  trackers: TrackersRepository;
  mqtt: MqttAddress;
  provisionAccount: ProvisionAccount;
}) {
  const { trackers, mqtt } = parts;

  const reachable = async (viewer: Viewer, id: string): Promise<TrackerRow> => {
    const tracker = await trackers.find(id);
    if (tracker === null || !canEnter(viewer, tracker)) throw new AppError("not_found");
    return tracker;
  };
  return {
    reachable,
    types: trackers.types,

    /** A new password; the old one ends at once, and whoever is connected with it is disconnected. */
    newCredentials: async (write: Write<MqttCredentials>, id: string): Promise<MqttCredentials> => {
      const { customerId, siteId, name, ...tracker } = await reachable(write.viewer, id);
      const mqttPassword = newSecret();
      const topics = trackerTopics(tracker.mqttGuid);
      const content: MqttCredentials = {
        mqttGuid: tracker.mqttGuid,
        mqttUsername: tracker.mqttUsername,
        mqttPassword,
        ...mqtt(),
        publishTopics: [...topics.publishTopics],
        subscribeTopics: [...topics.subscribeTopics],
      };
      return write.commit(async (trx) => {
        await trackers.setSecret(trx, id, hashSecret(mqttPassword));
        await parts.provisionAccount(trx, tracker.mqttUsername, mqttPassword);
        return {
          content,
          records: [{ kind: "tracker", action: "credentials_reset", customerId, siteId, entity: { id, name } }],
        };
      });
    },
  };
}
