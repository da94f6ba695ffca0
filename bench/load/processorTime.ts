import { readdirSync, readFileSync } from "node:fs";

/** The unit of /proc's processor times, ms: USER_HZ is 100 on every Linux that Node runs on. */
const tickMs = 10;

/** The processor time that a process has used, all of its threads, ms (Linux only). */
export function processorMs(pid: number): number {
  const { user, system } = statOf(pid);
  return (user + system) * tickMs;
}

/** The processor time that a process and its children have used, those that have ended included, ms (Linux only). */
export function familyProcessorMs(pid: number): number {
  const { user, system, userOfEnded, systemOfEnded } = statOf(pid);
  const own = (user + system + userOfEnded + systemOfEnded) * tickMs;
  return childrenOf(pid).reduce((sum, child) => sum + timeOf(child), own);
}

/** The process that a process was started by (Linux only). */
export function parentOf(pid: number): number {
  return statOf(pid).parent;
}

/** One that has ended since is in its parent's sum. */
function timeOf(pid: number): number {
  try {
    return processorMs(pid);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return parentOf(Number(name)) === pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** Fields of proc(5): 4 is ppid, 14 to 17 are utime, stime, cutime and cstime. */
function statOf(pid: number) {
  // After the name in brackets, which may contain spaces, so that the first one is the third.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ").map(Number);
  const [parent, user, system, userOfEnded, systemOfEnded] = [1, 11, 12, 13, 14].map((at) => fields[at]!) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { parent, user, system, userOfEnded, systemOfEnded };
}
