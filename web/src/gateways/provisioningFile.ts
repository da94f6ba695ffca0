import type { MqttCredentials } from "@pulse/contract/mqttCredentials";

/** A file that a maker's own program reads, with one gateway's broker, account and topics. */
export interface ProvisioningFile {
  name: string;
  text: string;
}

type Account = Pick<MqttCredentials, "host" | "port" | "mqttUsername" | "mqttPassword" | "publishTopics">;

/** What makers' programs read, by a topic of theirs; what a file leaves out stays as it is on the device. */
const makers: readonly [
  topic: RegExp,
  file: (account: Account, match: RegExpExecArray) => [name: string, json: object],
][] = [
  // For `POST /ruuvi.json` of the gateway: docs.ruuvi.com, gateway configuration.
  [
    /^(ruuvi\/[^/]+\/)\+$/,
    ({ host, port, mqttUsername, mqttPassword }, [, prefix = ""]) => [
      "ruuvi.json",
      {
        use_mqtt: true,
        mqtt_transport: "TCP",
        mqtt_data_format: "ruuvi_raw",
        mqtt_server: host,
        mqtt_port: port,
        mqtt_prefix: prefix,
        mqtt_user: mqttUsername,
        mqtt_pass: mqttPassword,
      },
    ],
  ],
  // Theengs Gateway's `~/theengsgw.conf`. OpenMQTTGateway has the same topics and no such file.
  [
    /^home\/([^/]+)\/BTtoMQTT\/\+$/,
    ({ host, port, mqttUsername, mqttPassword }, [, name = ""]) => [
      "theengsgw.conf",
      {
        host,
        port,
        user: mqttUsername,
        pass: mqttPassword,
        publish_topic: `home/${name}/BTtoMQTT`,
        lwt_topic: `home/${name}/LWT`,
        subscribe_topic: `home/${name}/BTtoMQTT/undecoded`,
        presence_topic: `home/${name}/presence`,
      },
    ],
  ],
];

/** The file of a gateway whose maker has one; null: it has none. */
export function provisioningFile(account: Account): ProvisioningFile | null {
  for (const [topic, file] of makers)
    for (const each of account.publishTopics) {
      const match = topic.exec(each);
      if (match === null) continue;
      const [name, json] = file(account, match);
      return { name, text: `${JSON.stringify(json, null, 2)}\n` };
    }
  return null;
}

/** The files of several gateways, each in a folder that is its MAC. */
export function provisioningFiles(accounts: readonly (Account & { mac: string })[]): ProvisioningFile[] {
  return accounts.flatMap((account) => {
    const file = provisioningFile(account);
    return file === null ? [] : { ...file, name: `${account.mac.replaceAll(":", "")}/${file.name}` };
  });
}
