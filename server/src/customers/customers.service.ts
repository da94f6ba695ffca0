import type { AccessMap } from "@pulse/contract/access";
import type { AccessibleSite, Customer, CustomerBody, CustomerChange } from "@pulse/contract/customers";
import { AppError } from "@pulse/contract/errors";
import type { HardwareType, MqttCredentials } from "@pulse/contract/gateways";
import type { z } from "zod";
import type { AuditLog, AuditNote } from "../audit/audit.service.ts";
import { changesBetween } from "../audit/changesBetween.ts";
import type { Origin } from "../http/origin.ts";
import type { SearchQuery } from "../http/search.ts";
import { refuseStale } from "../http/staleVersion.ts";
import type { Viewer } from "../http/viewer.ts";
import { hashSecret, newSecret } from "../ingest/secrets.ts";
import {
  changedValues,
  configIn,
  fieldsOf,
  hasSites,
  refuseUnknownIds,
  refusingTaken,
  taken,
} from "./customerChange.ts";
import type { CustomerPeople } from "./customerPeople.ts";
import type { CustomersRepository } from "./customers.repository.ts";

export type CustomersService = ReturnType<typeof customersService>;

/** Customers, each seen by its own people and by superadmins; to everybody else there is none (404). */
export function customersService(parts: {
  customers: CustomersRepository;
  people: CustomerPeople;
  /** Whoever holds a copy of these rights is told. */
  rightsChanged(kind: "customer", id: string): void;
  mqtt: { host: string; port: () => number };
  /** Ends the open connections of a client whose password has changed. */
  disconnect(clientId: string): void;
  audit: AuditLog;
}) {
  const { customers, people, audit } = parts;

  /** Throws `not_found` for a customer outside the viewer's reach. */
  const enter = async (viewer: Viewer, id: string): Promise<void> => {
    const reaches = viewer.isSuperadmin || viewer.customerId === id;
    if (!reaches || !(await customers.exists(id))) throw new AppError("not_found");
  };
  const reachable = async (viewer: Viewer, id: string): Promise<Customer> => {
    const customer = viewer.isSuperadmin || viewer.customerId === id ? await customers.find(id) : null;
    if (customer === null) throw new AppError("not_found");
    return customer;
  };
  const note = (
    action: AuditNote["action"],
    customer: { id: string; name: string },
    by: { viewer: Viewer; origin: Origin },
    changes: AuditNote["changes"] = [],
  ): void =>
    audit.note({
      action,
      origin: by.origin,
      person: by.viewer,
      customerId: customer.id,
      entity: { kind: "customer", id: customer.id, name: customer.name },
      changes,
    });

  return {
    enter,
    detail: reachable,
    search: (query: SearchQuery) => customers.search(query),

    /** What only superadmins see of a customer stays out (shapes S5), and so do sites outside the viewer's group. */
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

    /** A new customer; its administrator, when one is named, is invited. Its MQTT password is told this once. */
    create: async (viewer: Viewer, body: z.output<typeof CustomerBody>, origin: Origin): Promise<Customer> => {
      const config = configIn(body);
      await refuseUnknownIds(customers, null, config);
      const { name, customerCode: code, location = null, admin = null } = body;
      if (admin !== null && (await people.emailTaken(admin))) throw taken("users_email_key");
      const mqttPassword = newSecret();
      const made = await refusingTaken(() =>
        customers.create({ name, code, location, admin, config, mqttSecretHash: hashSecret(mqttPassword) }),
      );
      try {
        if (admin !== null) await people.inviteAdministrator({ viewer, origin }, admin, made);
      } catch (error) {
        // Nobody could enter what was made for somebody who could not be invited.
        await customers.remove(made.id);
        throw error;
      }
      const customer = await reachable(viewer, made.id);
      note(
        "create",
        customer,
        { viewer, origin },
        changesBetween({}, fieldsOf({ name, location, admin, customerCode: code, config })),
      );
      return { ...customer, mqttPassword };
    },

    /** What is left out keeps its value. What the change takes away from its people is gone for them at once. */
    change: async (
      viewer: Viewer,
      id: string,
      { version, ...body }: z.output<typeof CustomerChange>,
      origin: Origin,
    ): Promise<Customer> => {
      const { locationUpdateMechanism } = await reachable(viewer, id);
      const config = configIn(body, locationUpdateMechanism);
      await refuseUnknownIds(customers, id, config);
      const sent = fieldsOf({ ...body, config });
      const changed = await refusingTaken(() =>
        customers.change(id, (stored) => {
          const values = changedValues(stored, body, config);
          refuseStale(version, { version: stored.version, ...fieldsOf(changedValues(stored, {}, {})) }, sent);
          return values;
        }),
      );
      if (changed === null) throw new AppError("not_found");
      const { before, after } = changed;
      parts.rightsChanged("customer", id);
      const changes = changesBetween(fieldsOf(changedValues(before, {}, {})), fieldsOf(changedValues(after, {}, {})));
      note("update", after, { viewer, origin }, changes);
      return after;
    },

    /** Throws `in_use` while it has sites. Its people's accounts and sessions end with it. */
    remove: async (viewer: Viewer, id: string, origin: Origin): Promise<void> => {
      const customer = await reachable(viewer, id);
      if (customer.sites.length > 0) throw hasSites(customer);
      const emails = await customers.remove(id).catch(async (error: unknown) => {
        const now = await customers.find(id);
        throw now !== null && now.sites.length > 0 ? hasSites(now) : error;
      });
      parts.rightsChanged("customer", id);
      parts.disconnect(id);
      for (const email of emails) await people.endAccount(email);
      note("delete", customer, { viewer, origin });
    },

    /** A new password; the old one ends at once and whoever is connected with it is sent away. */
    newCredentials: async (viewer: Viewer, id: string, origin: Origin): Promise<MqttCredentials> => {
      const customer = await reachable(viewer, id);
      const mqttPassword = newSecret();
      await customers.setSecret(id, hashSecret(mqttPassword));
      parts.disconnect(id);
      note("credentials_reset", customer, { viewer, origin });
      return {
        mqttGuid: customer.guid,
        mqttUsername: customer.mqttUsername!,
        mqttPassword,
        host: parts.mqtt.host,
        port: parts.mqtt.port(),
        tlsPort: null,
        publishTopics: [],
        subscribeTopics: [`pulse/v1/${customer.guid}/#`],
      };
    },
  };
}
