/** A rectangle of the screen, px. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const cellPx = 64;

/** A grid of the rectangles that are taken, to check whether another one is free. */
export function occupiedBoxes() {
  const cells = new Map<string, Box[]>();
  const eachCell = (box: Box, visit: (key: string) => boolean): boolean => {
    for (let column = Math.floor(box.left / cellPx); column <= Math.floor(box.right / cellPx); column++)
      for (let row = Math.floor(box.top / cellPx); row <= Math.floor(box.bottom / cellPx); row++)
        if (visit(`${column},${row}`)) return true;
    return false;
  };
  return {
    occupy(box: Box): void {
      eachCell(box, (key) => {
        const cell = cells.get(key);
        if (cell === undefined) cells.set(key, [box]);
        else cell.push(box);
        return false;
      });
    },
    isFree: (box: Box): boolean => !eachCell(box, (key) => (cells.get(key) ?? []).some((other) => touches(other, box))),
  };
}

export function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function touches(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
