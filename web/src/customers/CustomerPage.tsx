import { createCustomerCredentials } from "@pulse/contract/customers";
import { EntityPage } from "../entity/EntityPage.tsx";
import { CustomerFacts } from "./CustomerFacts.tsx";
import { CustomerForm } from "./CustomerForm.tsx";
import { MqttAccount } from "./MqttAccount.tsx";
import { CustomerSites } from "./CustomerSites.tsx";
import { customers } from "./customers.ts";

/** `/customers/new` and `/customers/:id`: one customer, for superadmins. */
export default function CustomerPage() {
  return (
    <EntityPage
      noun={customers}
      facts={(customer) => <CustomerFacts customer={customer} />}
      aside={(customer) => (
        <>
          <CustomerSites customer={customer} />
          <MqttAccount
            of={{ ...customer, username: customer.mqttUsername }}
            reset={createCustomerCredentials}
            mayReset
          />
        </>
      )}
    >
      {(customer, scope) => <CustomerForm customer={customer} scope={scope} />}
    </EntityPage>
  );
}
