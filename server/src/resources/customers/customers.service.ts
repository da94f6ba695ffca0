import type { AccessMap } from "@pulse/contract/access";
import type { AccessibleSite, Customer, CustomerBody, CustomerChange } from "@pulse/contract/customers";
import { AppError } from "@pulse/contract/errors";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import type { z } from "zod";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { SearchQuery } from "../../platform/database/listing.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { ProvisionAccount } from "../../platform/devices/provisionAccount.ts";
import { hashSecret, newSecret } from "../../platform/devices/secrets.ts";
import type { InsertUser } from "../users/users.service.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { MqttAddress } from "../../platform/devices/mqttAddress.ts";
import type { Write } from "../../platform/writes/write.ts";
import {
  changedValues,
  configIn,
  fieldsOf,
  hasSites,
  refuseUnknownIds,
  withUniquenessRefusals,
  uniquenessRefusal,
} from "./customerChange.ts";
import type { EnterCustomer } from "./customerEntrance.ts";
import type { CustomerUsers } from "./customerUsers.ts";
import type { CustomersRepository } from "./customers.repository.ts";

export type CustomersService = ReturnType<typeof customersService>;

/** Customers, visible to their own people and to superadmins; for everybody else they do not exist (404). */
export function customersService(parts: {
  customers: CustomersRepository;
  enter: EnterCustomer;
  people: CustomerUsers;
  mqtt: MqttAddress;
  provisionAccount: ProvisionAccount;
}) {
  const { customers, people, enter } = parts;

  const reachable = async (viewer: Viewer, id: string): Promise<Customer> => {
    const customer = viewer.isSuperadmin || viewer.customerId === id ? await customers.find(id) : null;
    if (customer === null) throw new AppError("not_found");
    return customer;
  };
  return {
    enter,
    everything: customers.everything,
    detail: reachable,
    search: (query: SearchQuery) => customers.search(query),

    /** Removes what only superadmins may see of a customer (shapes S5), and the sites outside the viewer's group. */
    own: async (viewer: Viewer): Promise<Customer> => {
      if (viewer.customerId === null) throw new AppError("not_found");
      const {
        admin: _admin,
        customerCode: _code,
        mqttUsername: _name,
        operations: _operations,
        ...rest
      } = await reachable(viewer, viewer.customerId);
      return { ...rest, sites: rest.sites.filter(({ id }) => viewer.siteIds?.has(id) ?? true) };
    },

    operations: async (viewer: Viewer, id: string): Promise<AccessMap> =>
      customers.access((await reachable(viewer, id)).config),

    hardwareTypes: async (viewer: Viewer, id: string): Promise<HardwareType[]> => {
      const available = new Set((await reachable(viewer, id)).config.availableHardwareTypes);
      return (await customers.hardwareTypes()).filter((type) => available.has(type.id));
    },

    accessibleSites: async (viewer: Viewer, id: string): Promise<AccessibleSite[]> => {
      await enter(viewer, id);
      return customers.accessibleSites(id, viewer.siteIds);
    },

    /** Creates a customer, and invites its administrator if one is named. Its MQTT password is shown this once. */
    create: async (write: Write<Customer>, body: z.output<typeof CustomerBody>): Promise<Customer> => {
      const config = configIn(body);
      await refuseUnknownIds(customers, null, config);
      const { name, customerCode: code, location = null, admin = null } = body;
      if (admin !== null && (await people.isEmailTaken(admin))) throw uniquenessRefusal("users_email_key");
      const mqttPassword = newSecret();
      const insertWith = (insert?: InsertUser): Promise<Customer> =>
        write.commit(async (trx) => {
          const mqttSecretHash = hashSecret(mqttPassword);
          const { id, roleIds, groupId } = await withUniquenessRefusals(() =>
            customers.create(trx, { name, code, location, admin, config, mqttSecretHash }),
          );
          const place = { customerId: id, roleId: roleIds.Administrator, userGroupId: groupId };
          const invited = await insert?.(trx, place);
          const customer = (await customers.find(id, trx))!;
          await parts.provisionAccount(trx, customer.mqttUsername!, mqttPassword);
          const changes = changesBetween({}, fieldsOf({ name, location, admin, customerCode: code, config }));
          return {
            content: { ...customer, mqttPassword },
            records: [recordOf("create", customer, changes), ...(invited ? [invited.record] : [])],
          };
        });
      return admin === null
        ? insertWith()
        : people.inviteAdministrator(admin, { inviter: write.viewer, customer: name }, insertWith);
    },

    /** What is left out stays. Rights that the change takes away end at once. */
    change: async (
      write: Write<Customer>,
      id: string,
      { version, ...body }: z.output<typeof CustomerChange>,
    ): Promise<Customer> => {
      const { locationUpdateMechanism } = await reachable(write.viewer, id);
      const config = configIn(body, locationUpdateMechanism);
      await refuseUnknownIds(customers, id, config);
      const sent = fieldsOf({ ...body, config });
      const decide = (stored: Customer) => {
        const values = changedValues(stored, body, config);
        refuseStale(version, { version: stored.version, ...fieldsOf(changedValues(stored, {}, {})) }, sent);
        return values;
      };
      return withUniquenessRefusals(() =>
        write.commit(async (trx) => {
          const changed = await customers.change(trx, id, decide);
          if (changed === null) throw new AppError("not_found");
          const [before, after] = [changed.before, changed.after].map((state) =>
            fieldsOf(changedValues(state, {}, {})),
          );
          return {
            content: changed.after,
            records: [recordOf("update", changed.after, changesBetween(before!, after!))],
          };
        }),
      );
    },

    /** Throws `in_use` while it has sites. The accounts and sessions of its people end with it. */
    remove: async (write: Write<{ id: string }>, id: string): Promise<{ id: string }> => {
      const customer = await reachable(write.viewer, id);
      if (customer.sites.length > 0) throw hasSites(customer);
      const emails: string[] = [];
      const content = await write
        .commit(async (trx) => {
          for (const person of await customers.remove(trx, id)) {
            await people.noteWork(trx, { ...person, work: "end" });
            emails.push(person.email);
          }
          return { content: { id }, records: [recordOf("delete", customer)] };
        })
        .catch(async (error: unknown) => {
          const now = await customers.find(id);
          throw now !== null && now.sites.length > 0 ? hasSites(now) : error;
        });
      for (const email of emails) await people.settle(email);
      return content;
    },

    /** Makes a new password. The old one ends at once, and whoever is connected with it is disconnected. */
    newCredentials: async (write: Write<MqttCredentials>, id: string): Promise<MqttCredentials> => {
      const customer = await reachable(write.viewer, id);
      const mqttPassword = newSecret();
      const content: MqttCredentials = {
        mqttGuid: customer.guid,
        mqttUsername: customer.mqttUsername!,
        mqttPassword,
        ...parts.mqtt(),
        publishTopics: [],
        subscribeTopics: [`pulse/v1/${customer.guid}/#`],
      };
      return write.commit(async (trx) => {
        await customers.setSecret(trx, id, hashSecret(mqttPassword));
        await parts.provisionAccount(trx, content.mqttUsername, mqttPassword);
        return { content, records: [recordOf("credentials_reset", customer)] };
      });
    },
  };
}

function recordOf(
  action: WriteRecord["action"],
  { id, name }: Customer,
  changes: NonNullable<WriteRecord["changes"]> = [],
): WriteRecord {
  return { kind: "customer", action, customerId: id, entity: { id, name }, changes };
}
