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

/** Makers whose device builds its topics itself: the fields of its own form, from one of the topics. */
const makersForms: readonly [topic: RegExp, lines: (match: RegExpExecArray) => BrokerSetting[]][] = [
  // The slash at the end is part of Ruuvi's setting.
  [/^(ruuvi\/[^/]+\/)\+$/, ([, prefix = ""]) => [{ key: "ruuviPrefix", value: prefix }]],
  [/^espresense\/devices\/\+\/([^/]+)$/, ([, room = ""]) => [{ key: "espresenseRoom", value: room }]],
  [
    /^(home\/)([^/]+)\/BTtoMQTT\/\+$/,
    ([, base = "", name = ""]) => [
      { key: "omgName", value: name },
      { key: "omgBase", value: base },
    ],
  ],
  [/^(paretoanywhere)\/devices\/\+\/\+\/raddec$/, ([, prefix = ""]) => [{ key: "topicPrefix", value: prefix }]],
];

/** Makers with topics of free text, and what else their form has to say for us. */
const makersChoices: readonly [topic: RegExp, lines: readonly BrokerSetting[]][] = [
  // As gw4-config-tool's page "Application" words them.
  [
    /^ab_gateway\/[^/]+$/,
    [
      { key: "connectionType", value: "MQTT Client" },
      { key: "requestFormat", value: "MessagePack" },
    ],
  ],
];

/** What any program can send to try a gateway of no particular make. */
const sampleMessage = '{"msg":"scan","adverts":[{"mac":"DD:34:00:00:00:01","rssi":-60}]}';

/** The lines of credentials: broker, account, and the maker's form or topics, or ours where the maker has none. */
export function brokerSettings(credentials: BrokerOptions): BrokerSetting[] {
  const { mqttPassword } = credentials;
  return [
    ...generalSettings(credentials),
    ...(mqttPassword === undefined ? [] : [{ key: "password", value: mqttPassword }]),
    ...topicLines(credentials),
  ];
}

/** The broker and the account, without a password. */
export function generalSettings({ host, port, tlsPort, mqttUsername }: BrokerOptions): BrokerSetting[] {
  return [
    { key: "host", value: host },
    { key: "port", value: String(port) },
    ...(tlsPort === null ? [] : [{ key: "tlsPort", value: String(tlsPort) }]),
    { key: "username", value: mqttUsername },
  ];
}

function topicLines(credentials: BrokerOptions): BrokerSetting[] {
  for (const [pattern, lines] of makersForms)
    for (const topic of credentials.publishTopics) {
      const match = pattern.exec(topic);
      if (match !== null) return lines(match);
    }
  return [
    ...makersChoices.flatMap(([pattern, lines]) =>
      credentials.publishTopics.some((topic) => pattern.test(topic)) ? lines : [],
    ),
    ...makersOwn(credentials.publishTopics).map((topic) => ({ key: nameOf(topic) ?? "publish", value: topic })),
    ...makersOwn(credentials.subscribeTopics).map((topic) => ({ key: nameOf(topic) ?? "subscribe", value: topic })),
    ...samplesFor(credentials),
  ];
}

/** A message of our own, and a line that sends it; empty for makes that have topics of their own. */
function samplesFor({ host, port, mqttUsername, mqttPassword, publishTopics }: BrokerOptions): BrokerSetting[] {
  const [topic] = publishTopics;
  if (topic === undefined || !topic.startsWith("pulse/v1/gateways/")) return [];
  const account = `-u '${mqttUsername}' -P '${mqttPassword ?? "PASSWORD"}'`;
  return [
    { key: "sample", value: sampleMessage },
    { key: "mosquittoPub", value: `mosquitto_pub -h ${host} -p ${port} ${account} -t ${topic} -m '${sampleMessage}'` },
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
