import { connectAsync, type MqttClient } from "mqtt";
import type { TestGateway } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

/** A command as it came to a gateway. */
export interface Command {
  topic: string;
  seq: number;
  body: Record<string, unknown> & { data?: Record<string, unknown> };
}

export interface SimulatedGateway {
  client: MqttClient;
  /** All commands that it got, in order. */
  commands: Command[];
  /** The next command that nobody has taken yet. */
  next(): Promise<Command>;
  /** Reports that it hears these trackers. */
  hears(...heard: { mac: string; rssi: number }[]): Promise<void>;
  /** Answers for a beacon: cause 1: it has the command; 0: it is executed. */
  acks(command: Command, answer: object): Promise<void>;
  /** Answers for itself. */
  tells(command: Command, answer: object): Promise<void>;
}

/** A KKM gateway over real MQTT, which sends only what it is told to send. */
export async function simulatedGateway(pulse: TestPulse, gateway: TestGateway): Promise<SimulatedGateway> {
  const { username, password, gmac } = gateway;
  const client = await connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0 });
  client.on("error", () => undefined);
  const commands: Command[] = [];
  let taken = 0;
  let wake = (): void => undefined;
  client.on("message", (topic, payload) => {
    const body = JSON.parse(payload.toString()) as Command["body"];
    commands.push({ topic, seq: Number(body["seq"]), body });
    wake();
  });
  await client.subscribeAsync([`kbeacon/subaction/${gmac}`, `kbeacon/subadmin/${gmac}`], { qos: 1 });
  const say = async (kind: string, message: object): Promise<void> => {
    await client.publishAsync(`kbeacon/${kind}/${gmac}`, JSON.stringify({ gmac, ...message }), { qos: 1 });
    await pulse.settled();
  };
  return {
    client,
    commands,
    next: async () => {
      while (commands.length <= taken) await new Promise<void>((resolve) => (wake = resolve));
      return commands[taken++]!;
    },
    hears: (...heard) => {
      const obj = heard.map(({ mac, rssi }) => ({ type: 4, dmac: mac.replaceAll(":", ""), rssi }));
      return say("publish", { msg: "advData", obj });
    },
    acks: ({ seq, body }, answer) => say("pubaction", { msg: "dAck", mac: body["mac"], seq, ...answer }),
    tells: ({ seq, body }, answer) => say("pubadmin", { msg: "adminRsp", stype: body["stype"], seq, ...answer }),
  };
}
