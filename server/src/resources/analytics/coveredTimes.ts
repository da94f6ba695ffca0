import { hourMs } from "../../pipeline/history/hours.ts";

interface Times {
  fromMs: number;
  toMs: number;
}

/** The times of a span that these hours cover, in order; hours that follow each other are one time. */
export function coveredTimes(hours: Iterable<number>, span: Times): Times[] {
  const times: Times[] = [];
  for (const hour of [...hours].sort((a, b) => a - b)) {
    const [fromMs, toMs] = [Math.max(span.fromMs, hour), Math.min(span.toMs, hour + hourMs)];
    const last = times.at(-1);
    if (fromMs >= toMs) continue;
    if (last?.toMs === fromMs) last.toMs = toMs;
    else times.push({ fromMs, toMs });
  }
  return times;
}
