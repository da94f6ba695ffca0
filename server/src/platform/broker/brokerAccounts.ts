import type { BrokerAccount } from "./broker.ts";
import type { ControlCommand, DynamicSecurity } from "./dynamicSecurity.ts";

/** Roles that Pulse has written; an account's role has its user name in it. */
const rolePrefix = "pulse/";
/** The role that lets Pulse itself send to devices and listeners. */
const ownRole = "pulse-server";
const rolesAtOnce = 200;

interface Acl {
  acltype: string;
  topic: string;
  allow: boolean;
}

/** Keeps the accounts of devices and listeners in mosquitto's dynamic security. */
export interface BrokerAccounts {
  /** Whether Pulse's own account may send to devices and listeners. */
  isComplete(username: string): Promise<boolean>;
  /** Allows it to; the broker then ends our connection, with or without an answer. */
  complete(username: string): Promise<void>;
  /** Writes one account with its password; connections with an older one end. */
  write(account: BrokerAccount & { password: string }): Promise<void>;
  /** Updates an account's topics; if they have changed, its connections end. */
  renew(account: BrokerAccount): Promise<void>;
  /** Makes the broker's accounts and topics what they should be. Returns those that have no account there. */
  settle(wanted: readonly BrokerAccount[]): Promise<{ missing: BrokerAccount[] }>;
}

export function brokerAccounts({ ask }: Pick<DynamicSecurity, "ask">): BrokerAccounts {
  /** Throws if an answer is an error other than an expected one. */
  const run = async (commands: readonly ControlCommand[], expected?: RegExp): Promise<void> => {
    const answers = await ask(commands);
    const wrong = answers.find(({ error }) => error !== undefined && !expected?.test(error));
    if (wrong) throw new Error(`the broker refuses ${wrong.command}: ${wrong.error}`);
  };
  const written = async (): Promise<Map<string, Acl[]>> => {
    const roles = new Map<string, Acl[]>();
    for (let offset = 0; ; offset += rolesAtOnce) {
      const [answer] = await ask([{ command: "listRoles", verbose: true, count: rolesAtOnce, offset }]);
      const existing = (answer?.data?.["roles"] ?? []) as { rolename: string; acls?: Acl[] }[];
      for (const { rolename, acls = [] } of existing)
        if (rolename.startsWith(rolePrefix)) roles.set(rolename.slice(rolePrefix.length), acls);
      if (existing.length < rolesAtOnce) return roles;
    }
  };
  const remove = (username: string): Promise<void> =>
    run(
      [
        { command: "deleteClient", username },
        { command: "deleteRole", rolename: rolePrefix + username },
      ],
      /not found/i,
    );
  const change = ({ username, ...topics }: BrokerAccount): Promise<void> =>
    run(
      [
        { command: "modifyRole", rolename: rolePrefix + username, acls: aclsOf(topics) },
        { command: "disableClient", username },
        { command: "enableClient", username },
      ],
      /not found/i,
    );

  return {
    isComplete: async (username) => {
      const [answer] = await ask([{ command: "getClient", username }]);
      const { roles = [] } = (answer?.data?.["client"] ?? {}) as { roles?: { rolename: string }[] };
      return roles.some(({ rolename }) => rolename === ownRole);
    },
    complete: async (username) => {
      const acls = [{ acltype: "publishClientSend", topic: "#", priority: 0, allow: true }];
      await ask([
        { command: "createRole", rolename: ownRole, acls },
        { command: "addClientRole", username, rolename: ownRole },
      ]).catch(() => undefined);
    },
    write: async ({ username, password, name, ...topics }) => {
      const rolename = rolePrefix + username;
      const acls = aclsOf(topics);
      await run(
        [
          { command: "createRole", rolename, acls },
          { command: "modifyRole", rolename, acls },
          { command: "createClient", username, password, textname: name, roles: [{ rolename }] },
          { command: "setClientPassword", username, password },
          { command: "enableClient", username },
        ],
        /already exists/i,
      );
    },
    renew: async (account) => {
      const [answer] = await ask([{ command: "getRole", rolename: rolePrefix + account.username }]);
      const role = answer?.data?.["role"] as { acls?: Acl[] } | undefined;
      if (role && !isSame(role.acls ?? [], aclsOf(account))) await change(account);
    },
    settle: async (required) => {
      const roles = await written();
      const missing: BrokerAccount[] = [];
      for (const account of required) {
        const acls = roles.get(account.username);
        roles.delete(account.username);
        if (acls === undefined) missing.push(account);
        else if (!isSame(acls, aclsOf(account))) await change(account);
      }
      for (const username of roles.keys()) await remove(username);
      return { missing };
    },
  };
}

function aclsOf({ publishTopics, subscribeTopics }: Pick<BrokerAccount, "publishTopics" | "subscribeTopics">): Acl[] {
  const allowed = (acltype: string) => (topic: string) => ({ acltype, topic, priority: 0, allow: true });
  return [
    ...[...publishTopics].map(allowed("publishClientSend")),
    ...subscribeTopics.map(allowed("subscribePattern")),
    ...subscribeTopics.map(allowed("publishClientReceive")),
  ];
}

function isSame(a: readonly Acl[], b: readonly Acl[]): boolean {
  const text = (acls: readonly Acl[]): string =>
    JSON.stringify(acls.map(({ acltype, topic, allow }) => `${acltype} ${topic} ${allow}`).sort());
  return text(a) === text(b);
}
