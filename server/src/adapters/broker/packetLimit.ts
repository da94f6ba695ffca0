import type { Socket } from "node:net";

/**
 * Ends a connection whose next MQTT packet says it is longer than `maxBytes`, before the packet is gathered in memory:
 * the parser behind would otherwise collect up to 256 MB for anybody who can open a socket. Follows the fixed header's
 * remaining length [MQTT-3.1.1 section 2.2.3] through `socket.read()`; the bytes themselves pass untouched.
 */
export function limitPacketSize(socket: Socket, maxBytes: number, refused: (bytes: number) => void): void {
  const read = socket.read.bind(socket);
  let skip = 0; // bytes left of the packet's body
  let lengthAt = -1; // which byte of the remaining length comes next; −1: the packet's first byte
  let length = 0;
  socket.read = (size?: number): unknown => {
    const chunk = read(size) as Buffer | null;
    if (chunk === null) return chunk;
    let at = 0;
    while (at < chunk.length) {
      if (skip > 0) {
        const step = Math.min(skip, chunk.length - at);
        skip -= step;
        at += step;
        continue;
      }
      const byte = chunk[at++]!;
      if (lengthAt < 0) {
        lengthAt = 0;
        length = 0;
        continue;
      }
      length += (byte & 0x7f) * 128 ** lengthAt++;
      if ((byte & 0x80) === 0 || lengthAt === 4) {
        if (length > maxBytes) {
          refused(length);
          socket.destroy();
          return null;
        }
        skip = length;
        lengthAt = -1;
      }
    }
    return chunk;
  };
}
