import type { MqttCredentials } from "@pulse/contract/mqttCredentials";

/** One line of a gateway's own configuration page; `key` is its text in the catalogue. */
export interface BrokerSetting {
  key: string;
  value: string;
}

/** The names of topics on their makers' configuration pages; other topics are named by publish or subscribe. */
const makersNames: readonly [topic: RegExp, key: string][] = [
  [/^kbeacon\/pubaction\//, "pubaction"],
  [/^kbeacon\/pubadmin\//, "pubadmin"],
  [/^kbeacon\/subaction\//, "subaction"],
  [/^kbeacon\/subadmin\//, "subadmin"],
  [/^\/gw\/[^/]+\/action\/response$/, "response"],
];

/** The data for the settings; without a password the old one stays valid. */
export type BrokerOptions = Omit<MqttCredentials, "mqttGuid" | "mqttPassword"> & { mqttPassword?: string };

/** The lines of credentials: broker, account, and the maker's topics, or ours where the maker has none. */
export function brokerSettings(credentials: BrokerOptions): BrokerSetting[] {
  const { host, port, tlsPort, mqttUsername, mqttPassword } = credentials;
  return [
    { key: "host", value: host },
    { key: "port", value: String(port) },
    ...(tlsPort === null ? [] : [{ key: "tlsPort", value: String(tlsPort) }]),
    { key: "username", value: mqttUsername },
    ...(mqttPassword === undefined ? [] : [{ key: "password", value: mqttPassword }]),
    ...makersOwn(credentials.publishTopics).map((topic) => ({ key: nameOf(topic) ?? "publish", value: topic })),
    ...makersOwn(credentials.subscribeTopics).map((topic) => ({ key: nameOf(topic) ?? "subscribe", value: topic })),
  ];
}

function makersOwn(topics: readonly string[]): readonly string[] {
  const own = topics.filter((topic) => !topic.startsWith("pulse/"));
  // Minew's topics are accepted in either case; the factory setting is the first.
  const seen = new Set<string>();
  return (own.length > 0 ? own : topics).filter((topic) => {
    const isNew = !seen.has(topic.toLowerCase());
    seen.add(topic.toLowerCase());
    return isNew;
  });
}

const nameOf = (topic: string): string | undefined => makersNames.find(([pattern]) => pattern.test(topic))?.[1];
