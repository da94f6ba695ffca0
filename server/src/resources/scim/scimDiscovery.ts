import { groupSchema, userSchema } from "./scimResources.ts";

/** The most resources in one answer. */
export const maxResults = 200;

const core = "urn:ietf:params:scim:schemas:core:2.0";

/** What a directory may do here (RFC 7643 section 5). */
export function serviceProviderConfig(root: string): object {
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "API key",
        description: "An API key of the customer, as a bearer token",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${root}/ServiceProviderConfig` },
  };
}

/** The kinds of resources (RFC 7643 section 6). */
export function resourceTypes(root: string): object[] {
  const type = (name: string, endpoint: string, schema: string): object => ({
    schemas: [`${core}:ResourceType`],
    id: name,
    name,
    endpoint,
    schema,
    meta: { resourceType: "ResourceType", location: `${root}/ResourceTypes/${name}` },
  });
  return [type("User", "/Users", userSchema), type("Group", "/Groups", groupSchema)];
}

interface Attribute {
  name: string;
  type?: "string" | "boolean" | "complex" | "reference";
  multiValued?: boolean;
  required?: boolean;
  mutability?: "readWrite" | "readOnly";
  uniqueness?: "none" | "server";
  caseExact?: boolean;
  subAttributes?: Attribute[];
  description: string;
}

const attribute = ({ subAttributes, ...characteristics }: Attribute): object => ({
  type: "string",
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...characteristics,
  ...(subAttributes === undefined ? {} : { subAttributes: subAttributes.map(attribute) }),
});

const value: Attribute = { name: "value", description: "The value" };
const display: Attribute = { name: "display", description: "A name to show" };

const userAttributes: Attribute[] = [
  { name: "userName", required: true, uniqueness: "server", description: "What the directory calls the person" },
  {
    name: "name",
    type: "complex",
    description: "The person's name",
    subAttributes: [
      { name: "givenName", description: "Given name" },
      { name: "familyName", description: "Family name" },
      { name: "formatted", mutability: "readOnly", description: "Both" },
    ],
  },
  { name: "displayName", description: "Used where there is no name" },
  {
    name: "emails",
    type: "complex",
    multiValued: true,
    description: "One is kept: the primary one, else the one for work",
    subAttributes: [
      value,
      { name: "type", description: "work" },
      { name: "primary", type: "boolean", description: "Whether it is the one that counts" },
    ],
  },
  { name: "active", type: "boolean", description: "Whether the person may sign in" },
  { name: "locale", mutability: "readOnly", description: "The person's language" },
  {
    name: "roles",
    type: "complex",
    multiValued: true,
    description: "The role, by a value that the customer has mapped or by its name",
    subAttributes: [value, display, { name: "primary", type: "boolean", description: "Always true" }],
  },
  {
    name: "groups",
    type: "complex",
    multiValued: true,
    mutability: "readOnly",
    description: "The groups that the directory has put the person into",
    subAttributes: [value, display],
  },
];

const groupAttributes: Attribute[] = [
  { name: "displayName", required: true, uniqueness: "server", description: "The group's name" },
  {
    name: "members",
    type: "complex",
    multiValued: true,
    description: "Users",
    subAttributes: [value, display, { name: "type", description: "User" }],
  },
];

/** The attributes of each kind (RFC 7643 section 7). */
export function schemas(root: string): object[] {
  const schema = (id: string, name: string, attributes: Attribute[]): object => ({
    schemas: [`${core}:Schema`],
    id,
    name,
    description: name,
    attributes: attributes.map(attribute),
    meta: { resourceType: "Schema", location: `${root}/Schemas/${id}` },
  });
  return [schema(userSchema, "User", userAttributes), schema(groupSchema, "Group", groupAttributes)];
}
