import type { Customer } from "@pulse/contract/customers";
import { CustomerBody } from "@pulse/contract/customers";
import { expect, it } from "vitest";
import type { Offer } from "./customers.api.ts";
import { customerBody, customerValues } from "./customerValues.ts";

const uuid = (n: number): string => `0198c1b2-0000-7000-8000-00000000000${n}`;
const offer = {
  hardwareTypes: [{ id: uuid(1) }, { id: uuid(2) }],
  operations: [{ id: uuid(3) }, { id: uuid(4) }],
} as unknown as Offer;

it("the customer's form gives a new customer everything on offer", () => {
  const { config } = customerValues(null, offer);
  expect(config.availableHardwareTypes).toEqual([uuid(1), uuid(2)]);
  expect(config.availableOperations).toEqual([uuid(3), uuid(4)]);
});

it("the customer's form keeps lists in the order of the offer, so that a change taken back counts as none", () => {
  const { config } = customerValues(null, offer);
  const stored = { config: { ...config, availableOperations: [uuid(4), uuid(3)] } } as Customer;
  expect(customerValues(stored, offer).config.availableOperations).toEqual([uuid(3), uuid(4)]);
});

it("the customer's form sends null for emptied fields, and a body that the contract accepts", () => {
  const values = { ...customerValues(null, offer), name: "Fabrikam", customerCode: "fab-1", location: "", admin: "" };
  expect(CustomerBody.parse(customerBody(values))).toMatchObject({
    name: "Fabrikam",
    customerCode: "FAB-1",
    location: null,
    admin: null,
  });
});
