/** A topic that a gateway publishes to and that nothing is read from. */
export interface IgnoredTopic {
  /** With `+` in place of addresses and numbers, and `#` in place of what is below. */
  topic: string;
  count: number;
  atMs: number;
}

/** A device has a few dozen settings and sensors of its own; further topics are counted together. */
const maxPatterns = 40;
const otherTopics = "#";
const maxTopicCharacters = 120;
/** What a gateway sent longer ago says nothing about how it is set up now, ms. */
const retentionMs = 24 * 3_600_000;
/** An address, a number or another identifier within a level of a topic. */
const identifier = /^(?:[0-9a-f]{2}[:-]?){4,}$|^\d+$|[0-9a-f]{6,}|\d{3,}/i;

export interface IgnoredTopics {
  add(gatewayId: string, topic: string): void;
  /** The most frequent first. */
  of(gatewayId: string): IgnoredTopic[];
}

/**
 * What gateways publish besides what we read: states, settings and announcements to others. In memory only, with a bound
 * for each gateway, as its messages and faults are.
 */
export function ignoredTopics(now: () => number): IgnoredTopics {
  const byGateway = new Map<string, Map<string, IgnoredTopic>>();
  return {
    add: (gatewayId, topic) => {
      let own = byGateway.get(gatewayId);
      if (own === undefined) byGateway.set(gatewayId, (own = new Map<string, IgnoredTopic>()));
      const wanted = patternOf(topic);
      const pattern = own.has(wanted) || own.size < maxPatterns ? wanted : otherTopics;
      own.set(pattern, { topic: pattern, count: (own.get(pattern)?.count ?? 0) + 1, atMs: now() });
    },
    of: (gatewayId) => {
      const sinceMs = now() - retentionMs;
      const own = byGateway.get(gatewayId);
      for (const [pattern, { atMs }] of own ?? []) if (atMs < sinceMs) own!.delete(pattern);
      return [...(own?.values() ?? [])].sort((a, b) => b.count - a.count);
    },
  };
}

/** The pattern under which a topic is counted. */
function patternOf(topic: string): string {
  const levels = topic.replaceAll(/\p{C}/gu, "").slice(0, maxTopicCharacters).split("/");
  // Home Assistant's discovery: {prefix}/{component}/…/config, a message for each sensor.
  if (levels.length >= 4 && levels.at(-1) === "config") return `${levels[0]}/#`;
  return levels.map((level) => (identifier.test(level) ? "+" : level)).join("/");
}
