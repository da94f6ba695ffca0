import { EntityPage } from "../entity/EntityPage.tsx";
import { CustomerFacts } from "./CustomerFacts.tsx";
import { CustomerForm } from "./CustomerForm.tsx";
import { CustomerMqtt } from "./CustomerMqtt.tsx";
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
          <CustomerMqtt customer={customer} />
        </>
      )}
    >
      {(customer, scope) => <CustomerForm customer={customer} scope={scope} />}
    </EntityPage>
  );
}
