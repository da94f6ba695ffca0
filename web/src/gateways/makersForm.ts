import { type BrokerOptions, brokerSettings, generalSettings } from "./brokerSettings.ts";

/** One field of a gateway's own configuration page. */
export interface FormField {
  /** What it is to us; its text in the catalogue where the maker's page has no words of its own. */
  key: string;
  /** The maker's own words, which the page has in every language of ours. */
  label?: string;
  /** Null: a password that is not known any more. */
  value: string | null;
  /** `choice`: one of several is chosen; `check`: a box that is ticked, with its text as value. */
  kind: "text" | "choice" | "check";
}

/** The page of a gateway on which it gets its broker: the fields to fill in, in the maker's order. */
export interface MakersForm {
  /** Where it is found, in the maker's words; null: a page that nobody has described in public, or none. */
  page: string | null;
  fields: readonly FormField[];
}

/** What all forms ask for. */
interface Broker {
  host: string;
  port: string;
  username: string;
  password: string | null;
}

interface Maker {
  /** The topic by which a gateway of this make is recognised. */
  topic: RegExp;
  page: string;
  fields(broker: Broker, topic: RegExpExecArray): FormField[];
}

const text = (key: string, label: string, value: string | null): FormField => ({ key, label, value, kind: "text" });
const choice = (key: string, label: string, value: string): FormField => ({ key, label, value, kind: "choice" });
const check = (key: string, label: string, value: string): FormField => ({ key, label, value, kind: "check" });

/** The words are the makers' (which versions: docs/dialects.md); fields that stay as they are delivered are left out. */
const makers: readonly Maker[] = [
  {
    topic: /^ruuvi\/[^/]+\/\+$/,
    page: "Cloud options › Advanced settings › MQTT(S)",
    fields: ({ host, port, username, password }) => [
      choice("transport", "MQTT transport type", "MQTT over unencrypted TCP"),
      text("host", "Server", host),
      text("port", "Port", port),
      choice("dataFormat", "Data format", "Don't decode, send data in raw format (default)"),
      text("username", "Username (optional)", username),
      text("password", "Password (optional)", password),
      check("ruuviPrefix", "Topic prefix", "Use ‘ruuvi’ on the prefix"),
      check("ruuviMac", "Topic prefix", "Use Ruuvi Gateway's MAC address on the topic prefix"),
    ],
  },
  {
    topic: /^espresense\/devices\/\+\/([^/]+)$/,
    page: "Network",
    fields: ({ host, port, username, password }, [, room = ""]) => [
      text("espresenseRoom", "Room Name", room),
      text("host", "Server", host),
      text("port", "Port", port),
      text("username", "Username", username),
      text("password", "Password", password),
      check("publishDevices", "MQTT Configuration", "Send to devices topic"),
    ],
  },
  {
    topic: /^(home\/)([^/]+)\/BTtoMQTT\/\+$/,
    page: "Configuration › Configure MQTT",
    fields: ({ host, port, username, password }, [, base = "", name = ""]) => [
      text("host", "MQTT Server", host),
      text("port", "MQTT Port", port),
      text("username", "MQTT Username", username),
      text("password", "MQTT Password", password),
      text("omgName", "Gateway Name", name),
      text("omgBase", "MQTT Base Topic", base),
    ],
  },
  {
    topic: /^(paretoanywhere)\/devices\/\+\/\+\/raddec$/,
    page: "barnacles-mqtt",
    fields: ({ host, port, username, password }, [, prefix = ""]) => [
      text("url", "url", `mqtt://${host}:${port}`),
      text("username", "clientOptions.username", username),
      text("password", "clientOptions.password", password),
      text("topicPrefix", "topicPrefix", prefix),
    ],
  },
  {
    topic: /^ab_gateway\/[^/]+$/,
    page: "Application",
    fields: ({ host, port, username, password }, [topic]) => [
      choice("connectionType", "Connection Type", "MQTT Client"),
      text("host", "Host", host),
      text("port", "Port", port),
      text("publish", "Publish Topic", topic),
      text("username", "Username (optional)", username),
      text("password", "Password (optional)", password),
      choice("requestFormat", "Request format", "MessagePack"),
    ],
  },
];

/**
 * The form of a gateway's own page, filled in. Without a maker's page that is known, it is the broker, the account and the
 * topics under the names that the makers use; a gateway of no particular make also gets a message to try.
 */
export function makersForm(options: BrokerOptions): MakersForm {
  const { host, port, mqttUsername: username, mqttPassword: password = null } = options;
  for (const { topic, page, fields } of makers)
    for (const each of options.publishTopics) {
      const match = topic.exec(each);
      if (match !== null) return { page, fields: fields({ host, port: String(port), username, password }, match) };
    }
  const account = generalSettings(options).map(plain);
  const secret: FormField = { key: "password", value: password, kind: "text" };
  const topics = brokerSettings(options).slice(account.length + (password === null ? 0 : 1));
  return { page: null, fields: [...account, secret, ...topics.map(plain)] };
}

const plain = ({ key, value }: { key: string; value: string }): FormField => ({ key, value, kind: "text" });
