/** A task of a page's main thread, from Chromium's trace. Times are the thread's own: waiting for others is not work. */
export interface Task {
  atMs: number;
  /** Elapsed time from its beginning to its end, ms. */
  lastedMs: number;
  /** The thread's own work, with styles and layout, ms. */
  workedMs: number;
  /** The part of it that was script, including garbage collection, ms. */
  scriptMs: number;
  /** The longest piece of script in it, as file and line. */
  longest: string;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** µs */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: { url?: string; functionName?: string; lineNumber?: number; columnNumber?: number } };
}

export const traceCategories = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "toplevel",
  "v8",
  "v8.execute",
];

const scripts: ReadonlySet<string> = new Set([
  "FunctionCall",
  "EvaluateScript",
  "v8.compile",
  "v8.run",
  "RunMicrotasks",
  "MinorGC",
  "MajorGC",
]);

interface OpenTask extends Task {
  endUs: number;
  longestUs: number;
}

/** The tasks of the busiest main thread. @throws {Error} if the trace has none */
export function tasksOf(trace: Buffer): Task[] {
  const { traceEvents } = JSON.parse(trace.toString("utf8")) as { traceEvents: TraceEvent[] };
  const main = busiestMainThread(traceEvents);
  const own = traceEvents
    .filter(({ ph, pid, tid }) => ph === "X" && `${pid} ${tid}` === main)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks: OpenTask[] = [];
  let scriptEndUs = -Infinity;
  for (const event of own) {
    const task = tasks.at(-1);
    const { name, ts, dur = 0 } = event;
    const isInTask = task !== undefined && ts < task.endUs;
    if (name === "RunTask" && !isInTask) tasks.push(taskOf(event));
    // Script that runs within other script is part of it.
    if (isInTask && scripts.has(name) && ts >= scriptEndUs) {
      scriptEndUs = ts + dur;
      addScript(task, event);
    }
  }
  if (tasks.length === 0) throw new Error("the trace tells of no task");
  return tasks;
}

function taskOf({ ts, dur = 0, tdur = dur }: TraceEvent): OpenTask {
  const times = { atMs: ts / 1000, lastedMs: dur / 1000, workedMs: tdur / 1000 };
  return { ...times, scriptMs: 0, longest: "", endUs: ts + dur, longestUs: 0 };
}

function addScript(task: OpenTask, { name, dur = 0, tdur = dur, args }: TraceEvent): void {
  task.scriptMs += tdur / 1000;
  if (tdur <= task.longestUs) return;
  const { url = "", functionName = "", lineNumber = 0, columnNumber = 0 } = args?.data ?? {};
  task.longestUs = tdur;
  task.longest = `${name} ${functionName} ${url.split("/").at(-1)}:${lineNumber}:${columnNumber}`;
}

function busiestMainThread(events: readonly TraceEvent[]): string {
  const names = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const busy = new Map<string, number>();
  for (const { name, pid, tid, dur = 0 } of events)
    if (name === "RunTask" && names.has(`${pid} ${tid}`))
      busy.set(`${pid} ${tid}`, (busy.get(`${pid} ${tid}`) ?? 0) + dur);
  const [busiest] = [...busy].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  if (busiest === undefined) throw new Error("the trace tells of no page");
  return busiest;
}
