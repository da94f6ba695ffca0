/** One field of an instance, in the order of the buffer. */
export interface Field {
  /** How many numbers. */
  size: 1 | 2 | 3 | 4;
  type: "f32" | "u16" | "i16" | "u8";
  /** Whether an integer reaches the shader as 0…1. */
  isShare?: boolean;
}

const bytes = { f32: 4, u16: 2, i16: 2, u8: 1 };
const minCapacity = 256;

/**
 * Instances of one kind, kept in memory and on the graphics card. Changes between two pictures are sent in one piece, from
 * the first to the last instance that changed.
 */
export function instanceBuffer(fields: readonly Field[]) {
  const stride = fields.reduce((sum, { size, type }) => sum + size * bytes[type], 0);
  let data = new DataView(new ArrayBuffer(minCapacity * stride));
  let count = 0;
  let onCard: WebGLBuffer | null = null;
  let cardBytes = 0;
  let array: WebGLVertexArrayObject | null = null;
  let [dirtyFrom, dirtyTo] = [0, 0];

  const touch = (nth: number): void => {
    if (dirtyFrom === dirtyTo) [dirtyFrom, dirtyTo] = [nth, nth + 1];
    else [dirtyFrom, dirtyTo] = [Math.min(dirtyFrom, nth), Math.max(dirtyTo, nth + 1)];
  };

  const bind = (gl: WebGL2RenderingContext): void => {
    if (array === null) {
      array = gl.createVertexArray();
      onCard = gl.createBuffer();
      cardBytes = 0;
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, onCard);
      const types = { f32: gl.FLOAT, u16: gl.UNSIGNED_SHORT, i16: gl.SHORT, u8: gl.UNSIGNED_BYTE };
      let offset = 0;
      for (const [location, { size, type, isShare = false }] of fields.entries()) {
        gl.enableVertexAttribArray(location);
        gl.vertexAttribPointer(location, size, types[type], isShare, stride, offset);
        gl.vertexAttribDivisor(location, 1);
        offset += size * bytes[type];
      }
    } else {
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, onCard);
    }
  };

  return {
    count: (): number => count,
    /** Removes all instances. */
    clear(): void {
      count = 0;
      dirtyFrom = dirtyTo = 0;
    },
    /** Adds an instance and returns its number; `write` gets the view and the instance's offset. */
    push(write: (view: DataView, at: number) => void): number {
      if ((count + 1) * stride > data.byteLength) {
        const larger = new DataView(new ArrayBuffer(data.byteLength * 2));
        new Uint8Array(larger.buffer).set(new Uint8Array(data.buffer));
        data = larger;
      }
      write(data, count * stride);
      touch(count);
      return count++;
    },
    /** Changes an instance. */
    change(nth: number, write: (view: DataView, at: number) => void): void {
      write(data, nth * stride);
      touch(nth);
    },
    /** Draws all instances as quads, after sending the changes. */
    draw(gl: WebGL2RenderingContext): void {
      if (count === 0) return;
      bind(gl);
      if (cardBytes < data.byteLength) {
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
        cardBytes = data.byteLength;
      } else if (dirtyFrom < dirtyTo) {
        const from = dirtyFrom * stride;
        gl.bufferSubData(gl.ARRAY_BUFFER, from, new Uint8Array(data.buffer, from, (dirtyTo - dirtyFrom) * stride));
      }
      dirtyFrom = dirtyTo = 0;
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
      gl.bindVertexArray(null);
    },
    /** The context is gone or about to go: the next one gets everything again. */
    release(gl: WebGL2RenderingContext | null): void {
      gl?.deleteBuffer(onCard);
      gl?.deleteVertexArray(array);
      onCard = array = null;
    },
  };
}
