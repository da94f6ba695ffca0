/** Something at a place on the screen. */
export interface ScreenThing {
  key: string;
  x: number;
  y: number;
}

export interface Group<T extends ScreenThing> {
  x: number;
  y: number;
  members: T[];
}

/**
 * Groups what would overlap: a thing joins the first group whose seed lies within `gridPx` both ways, else founds one
 * (the grid clustering that product.md's grid size means). Seeds are taken in the order given, so the same things at the
 * same places always make the same groups; a group lies at the mean of its members. O(n) by a grid of cells.
 */
export function groupByGrid<T extends ScreenThing>(things: readonly T[], gridPx: number): Group<T>[] {
  const cells = new Map<string, Group<T>[]>();
  const seeds = new Map<Group<T>, T>();
  const groups: Group<T>[] = [];
  for (const thing of things) {
    const column = Math.floor(thing.x / gridPx);
    const row = Math.floor(thing.y / gridPx);
    const near = nearestSeed(thing, column, row);
    if (near === null) {
      const group: Group<T> = { x: thing.x, y: thing.y, members: [thing] };
      seeds.set(group, thing);
      groups.push(group);
      const key = `${column},${row}`;
      const cell = cells.get(key);
      if (cell === undefined) cells.set(key, [group]);
      else cell.push(group);
    } else near.members.push(thing);
  }
  for (const group of groups) {
    group.x = mean(group.members, "x");
    group.y = mean(group.members, "y");
  }
  return groups;

  function nearestSeed(thing: T, column: number, row: number): Group<T> | null {
    for (let dc = -1; dc <= 1; dc++)
      for (let dr = -1; dr <= 1; dr++)
        for (const group of cells.get(`${column + dc},${row + dr}`) ?? []) {
          const seed = seeds.get(group);
          if (seed && Math.abs(seed.x - thing.x) < gridPx && Math.abs(seed.y - thing.y) < gridPx) return group;
        }
    return null;
  }
}

function mean<T extends ScreenThing>(members: readonly T[], axis: "x" | "y"): number {
  return members.reduce((sum, member) => sum + member[axis], 0) / members.length;
}

/** Places around a centre for things that lie at the same spot: one ring of `radiusPx`, the first at the top. */
export function fanOut(count: number, radiusPx: number): { dx: number; dy: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    return { dx: Math.cos(angle) * radiusPx, dy: Math.sin(angle) * radiusPx };
  });
}
