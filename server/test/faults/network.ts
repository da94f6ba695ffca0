import { execFileSync, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";

/** Where nobody is: packets to it are lost on the way, and nobody refuses them. */
const nobodysMac = "02:00:00:00:00:01";

/** A machine of its own in the network: a part that runs there has its own address. */
export interface Host {
  name: string;
  ip: string;
  /** What a command has to be started through to run there. */
  through: string[];
}

/** Machines on one switch, made of network namespaces, and cables that can be cut. */
export interface Network {
  /** Where the tests themselves are, on the same switch. */
  home: Host;
  host(name: string): Host;
  /** Loses every packet between each of the first and each of the second, in both directions, until `heal`. */
  cut(some: readonly Host[], others: readonly Host[]): void;
  heal(): void;
  remove(): void;
}

/** Whether network namespaces can be made here: as root on Linux. */
export function hasNetworks(): boolean {
  if (process.getuid?.() !== 0) return false;
  const name = `pulse-try-${process.pid}`;
  if (spawnSync("ip", ["netns", "add", name]).status !== 0) return false;
  const isThere = spawnSync("ip", ["link", "add", `pt${process.pid}`, "type", "bridge"]).status === 0;
  if (isThere) ip("link", "del", `pt${process.pid}`);
  ip("netns", "del", name);
  return isThere;
}

export function network(): Network {
  const bridge = `pf${process.pid}`;
  // Of the addresses that nobody on the internet has.
  const prefix = `10.${randomInt(100, 250)}.${randomInt(1, 250)}`;
  const home: Host = { name: "home", ip: `${prefix}.1`, through: [] };
  const hosts: Host[] = [];
  const cuts: [from: Host, to: Host][] = [];
  ip("link", "add", bridge, "type", "bridge");
  ip("addr", "add", `${home.ip}/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  const neighbour = (from: Host, to: Host, ...rest: string[]): string[] => [
    ...(from === home ? [] : ["-n", from.name]),
    "neigh",
    ...rest.slice(0, 1),
    to.ip,
    ...rest.slice(1),
    "dev",
    from === home ? bridge : "eth0",
  ];
  const heal = (): void => {
    for (const [from, to] of cuts.splice(0)) ip(...neighbour(from, to, "del"));
  };
  return {
    home,
    host: (name) => {
      const own: Host = {
        name: `${bridge}-${name}`,
        ip: `${prefix}.${hosts.length + 2}`,
        through: ["ip", "netns", "exec", `${bridge}-${name}`],
      };
      const cable = `${bridge}v${hosts.length}`;
      hosts.push(own);
      ip("netns", "add", own.name);
      ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", own.name);
      ip("link", "set", cable, "master", bridge, "up");
      ip("-n", own.name, "addr", "add", `${own.ip}/24`, "dev", "eth0");
      ip("-n", own.name, "link", "set", "eth0", "up");
      ip("-n", own.name, "link", "set", "lo", "up");
      return own;
    },
    cut: (some, others) => {
      for (const one of some)
        for (const other of others)
          for (const [from, to] of [
            [one, other],
            [other, one],
          ] as const) {
            ip(...neighbour(from, to, "replace", "lladdr", nobodysMac, "nud", "permanent"));
            cuts.push([from, to]);
          }
    },
    heal,
    remove: () => {
      // Whatever still runs there has been ended by now.
      for (const { name } of hosts) spawnSync("ip", ["netns", "del", name]);
      spawnSync("ip", ["link", "del", bridge]);
    },
  };
}

function ip(...parameters: string[]): void {
  execFileSync("ip", parameters, { stdio: ["ignore", "ignore", "inherit"] });
}
