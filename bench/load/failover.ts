// What happens to a cell's queues when a `locate` process dies: its partitions wait until their leases end, are taken by the
// others, fill their windows again from the minute before, and catch up. Pure: the same numbers give the same answer.

export interface FailoverCell {
  processes: number;
  /** Of the whole cell, spread evenly. */
  advertsPerS: number;
  /** Processor time of an advert while it is only read, and while what follows from it is made as well, s. */
  readS: number;
  workS: number;
  /** The share of a core that a process gets, 0…1. */
  core: number;
  /** Until the others have its partitions and begin to read them: the lease (5 s), and sites that are loaded. */
  takeOverS: number;
  /** What is read again of each partition that moved, s of its messages. */
  windowS: number;
}

export interface Failover {
  /** For how long the dead process's sites stand still: until what was said at its death is worked on. */
  stillS: number;
  /** How far history is behind at most, and until it is current again after the death. */
  delayS: number;
  currentS: number;
  /** Adverts that wait at most. */
  waiting: number;
  /** How far history was behind, every second from the death on. */
  course: number[];
}

const stepS = 0.05;
/** Current: no older than this, s. */
const currentWithinS = 1;
const giveUpS = 3600;

/**
 * Plays the death of one process. Whoever takes its partitions works off what comes in for its own first, and shares the rest of its
 * core evenly between those that are behind.
 * @returns Infinity where the others never catch up
 */
export function playFailover(cell: FailoverCell): Failover {
  const { processes, advertsPerS, core } = cell;
  const orphanPerS = advertsPerS / processes;
  const survivors = processes - 1;
  const course: number[] = [];
  const result: Failover = { stillS: Infinity, delayS: 0, currentS: Infinity, waiting: 0, course };
  if (survivors === 0) return result;
  // What is left of the survivors' cores once their own partitions are worked on.
  const spare = survivors * core - (advertsPerS - orphanPerS) * cell.workS;
  const { takeOverS } = cell;
  let refillS = orphanPerS * cell.windowS * cell.readS;
  let doneS = 0;
  for (let atS = 0; atS < giveUpS; atS += stepS) {
    const behind = atS - doneS;
    result.delayS = Math.max(result.delayS, behind);
    result.waiting = Math.max(result.waiting, behind * orphanPerS);
    if (atS >= course.length) course.push(behind);
    if (doneS > 0 && result.stillS === Infinity) result.stillS = atS;
    if (atS > takeOverS && behind <= currentWithinS) return { ...result, currentS: atS };
    if (atS < takeOverS || spare <= 0) continue;
    const gained = spare * stepS;
    const refilled = Math.min(refillS, gained);
    refillS -= refilled;
    doneS = Math.min(atS + stepS, doneS + (gained - refilled) / (orphanPerS * cell.workS));
  }
  return result;
}
