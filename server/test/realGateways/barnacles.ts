import { createRequire } from "node:module";
import { createInterface } from "node:readline";

// Pareto Anywhere's own publisher (barnacles-mqtt) with its own raddecs. Its arguments: the folder of its packages, the
// broker's address, the account's name and password. Each line of its input is an event: [name, data]. It says
// "connected" and "disconnected" itself, and ends when its input ends.

interface Barnacles {
  client: { end(): void };
  handleEvent(name: string, data: unknown): void;
}

interface Raddec {
  addDecoding(decoding: unknown): void;
  addPacket(packet: string): void;
}

interface RaddecData {
  transmitterId: string;
  transmitterIdType: number;
  decodings: unknown[];
  packets: string[];
}

const [folder, url, username, password] = process.argv.slice(2);
const ofMaker = createRequire(`${folder}/package.json`);
const BarnaclesMqtt = ofMaker("barnacles-mqtt") as new (options: unknown) => Barnacles;
const MakersRaddec = ofMaker("raddec") as new (source: unknown) => Raddec;

const barnacles = new BarnaclesMqtt({
  url,
  clientOptions: { queueQoSZero: false, username, password },
  printErrors: true,
});

function raddecOf({ transmitterId, transmitterIdType, decodings, packets }: RaddecData): Raddec {
  const raddec = new MakersRaddec({ transmitterId, transmitterIdType });
  for (const decoding of decodings) raddec.addDecoding(decoding);
  for (const packet of packets) raddec.addPacket(packet);
  return raddec;
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [name, data] = JSON.parse(line) as [string, RaddecData];
    barnacles.handleEvent(name, name === "raddec" ? raddecOf(data) : data);
  })
  .on("close", () => barnacles.client.end());
