import { connectPacket, publishPacket, subscribePacket } from "./rawMqtt.ts";

/** The ports that strangers can reach. */
export type Port = "http" | "webSocket" | "mqtt" | "mqttTls";
export const ports: readonly Port[] = ["http", "webSocket", "mqtt", "mqttTls"];

/** Bytes for one connection, and how it ends. */
export interface BrokenStream {
  bytes: Buffer;
  /** Sent after the handshake of a WebSocket or TLS; otherwise the handshake itself is broken. */
  isInside: boolean;
  ending: "end" | "reset" | "destroy";
}

/** What a device signs in with. */
export interface Device {
  username: string;
  password: string;
  topic: string;
}

/** Makes streams for one port out of valid ones, with a few changes in each; the same random numbers make the same. */
export function brokenStreams(random: () => number, device: Device): (port: Port) => BrokenStream {
  const mqtt = mqttStreams(device);
  const sources: Record<Port, readonly Buffer[]> = {
    http: httpStreams,
    webSocket: [...mqtt, ...socketMessages.map((text) => Buffer.from(text))],
    mqtt: [...mqtt, ...httpStreams.slice(0, 2)],
    mqttTls: mqtt,
  };
  const below = (end: number): number => Math.floor(random() * end);
  return (port) => {
    const inside = below(4);
    // A handshake of TLS costs as much as many streams without.
    const isInside = port === "webSocket" ? inside > 0 : port === "mqttTls" && inside === 0;
    const source = isInside || port === "mqtt" || port === "http" ? sources[port] : outside[port];
    const whole = source[below(source.length)]!;
    const other = source[below(source.length)]!;
    let bytes = whole;
    for (let changes = below(4); changes >= 0; changes--) bytes = changed(bytes, other, below);
    return { bytes, isInside, ending: (["end", "end", "reset", "destroy"] as const)[below(4)]! };
  };
}

function changed(bytes: Buffer, other: Buffer, below: (end: number) => number): Buffer {
  const [at, till] = [below(bytes.length + 1), below(bytes.length + 1)].toSorted((a, b) => a - b) as [number, number];
  const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, till), bytes.subarray(till)];
  const noise = Buffer.from(Array.from({ length: 1 + below(8) }, () => below(256)));
  const rest = bytes.subarray(at);
  switch (below(8)) {
    case 0:
      return before;
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, part, part, after]);
    case 3:
      return Buffer.concat([before, noise, rest]);
    case 4:
      return Buffer.concat([before, noise, rest.subarray(noise.length)]);
    case 5:
      return Buffer.concat([before, other.subarray(below(other.length))]);
    case 6:
      return Buffer.concat([before, edges[below(edges.length)]!, rest]);
    default: {
      const flipped = Buffer.from(bytes);
      if (flipped.length > 0) flipped[at % flipped.length]! ^= 1 << below(8);
      return flipped;
    }
  }
}

/** What parsers fall over: ends of ranges, separators, other encodings. */
const edges = [
  "\r\n",
  "\r\n\r\n",
  "\0",
  "\n",
  "//",
  "%00",
  "%",
  "[",
  "]:",
  "..",
  "/../",
  "-1",
  "9".repeat(30),
  "é",
  "a".repeat(9000),
]
  .map((text) => Buffer.from(text))
  .concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from([0x80, 0x00])]);

const request = (line: string, headers: readonly string[] = [], body = ""): Buffer =>
  Buffer.from([`${line} HTTP/1.1`, "host: 127.0.0.1", ...headers, "", body].join("\r\n"));

const webSocketHeaders = [
  "upgrade: websocket",
  "connection: Upgrade",
  "sec-websocket-version: 13",
  "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
  "sec-websocket-protocol: mqtt",
];
const json = "content-type: application/json";
const form =
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\na,b\r\n--x--\r\n';
const signIn = '{"AuthFlow":"USER_PASSWORD_AUTH","ClientId":"x","AuthParameters":{"USERNAME":"a","PASSWORD":"b"}}';

const handshakes: readonly Buffer[] = [
  request("GET /mqtt", webSocketHeaders),
  request("GET /socket.io/?EIO=4&transport=websocket", webSocketHeaders),
  request("GET //", webSocketHeaders),
];
const httpStreams: readonly Buffer[] = [
  request("GET /api/version"),
  request("GET /api/v3/assets?search=a&limit=10&sort=name", ["authorization: Bearer a.b.c"]),
  request("GET /api/v3/assets/01990000-0000-7000-8fff-000000000001", ["if-none-match: *", "range: bytes=0-1"]),
  request("POST /api/v3/forgot-password", [json, "content-length: 22"], '{"email":"a@b.example"}'),
  request("POST /api/v3/signup", [json, "transfer-encoding: chunked"], '5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n'),
  request("PUT /api/v3/assets/01990000-0000-7000-8fff-000000000001/image", [
    "content-type: multipart/form-data; boundary=x",
    "content-length: 20000",
    "expect: 100-continue",
  ]),
  request("POST /identity/", ["content-type: application/x-amz-json-1.1", "content-length: 99"], signIn),
  request(
    "POST /api/v3/assets/import",
    ["content-type: multipart/form-data; boundary=x", `content-length: ${form.length}`],
    form,
  ),
  request("GET /socket.io/?EIO=4&transport=polling"),
  request("POST /socket.io/?EIO=4&transport=polling&sid=none", ["content-length: 2"], "40"),
  request("OPTIONS /api/v3/assets", ["origin: http://elsewhere.test", "access-control-request-method: PUT"]),
  request("GET /api/version", ["upgrade: h2c", "connection: Upgrade, HTTP2-Settings", "http2-settings: AAMAAABk"]),
  request("CONNECT 127.0.0.1:22"),
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0", "latin1"),
  Buffer.concat([request("GET /api/version"), request("GET /readyz"), request("GET /metrics")]),
  ...handshakes,
];

/** The first bytes of TLS 1.2's ClientHello [RFC 8446 section 4.1.2], with two cipher suites and a server name. */
const clientHello = Buffer.concat([
  Buffer.from([0x16, 3, 1, 0, 61, 1, 0, 0, 57, 3, 3]),
  Buffer.alloc(32, 7),
  Buffer.from([0, 0, 4, 0x13, 1, 0xc0, 0x2f, 1, 0, 0, 12, 0, 0, 0, 8, 0, 6, 0, 0, 3, 0x61, 0x2e, 0x62]),
]);

/** Broken before the WebSocket or TLS is there. */
const outside = { webSocket: handshakes, mqttTls: [clientHello, request("GET /")] };

/** Engine.IO's and Socket.IO's messages. */
const socketMessages = ["40", '42["login","a.b.c","x"]', '42["watch",{"bounds":[1,2,3,4]}]', "3", "2probe", '430["x"]'];

function mqttStreams({ username, password, topic }: Device): Buffer[] {
  const connected = connectPacket("fuzz", username, password);
  const scan = Buffer.from(
    '{"msg":"advData","gmac":"AABBCCDDEEFF","obj":[{"type":4,"dmac":"112233445566","rssi":-60}]}',
  );
  const withWill = Buffer.from([0x10, 26, 0, 4, 77, 81, 84, 84, 4, 0xee, 0, 60, 0, 1, 97, 0, 1, 98, 0, 1, 99]);
  const version5 = Buffer.from([0x10, 20, 0, 4, 77, 81, 84, 84, 5, 2, 0, 60, 5, 0x11, 0, 0, 0, 9, 0, 2, 97, 98]);
  return [
    connected,
    Buffer.concat([connected, subscribePacket(`${topic}/#`), Buffer.from([0xc0, 0])]),
    ...([0, 1, 2] as const).map((qos) => Buffer.concat([connected, publishPacket(topic, scan, qos, 7)])),
    Buffer.concat([connected, publishPacket(topic, scan, 2, 7), Buffer.from([0x62, 2, 0, 7])]),
    Buffer.concat([connected, subscribePacket("a/+/b"), Buffer.from([0xa2, 7, 0, 2, 0, 3, 97, 47, 98])]),
    Buffer.concat([connected, Buffer.from([0xe0, 0])]),
    connectPacket("stranger", "nobody"),
    withWill,
    version5,
  ];
}
