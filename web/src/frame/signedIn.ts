import "../api/refusalLines.ts";
// Everything around pages for signed-in people. The router loads it as one chunk.
export { pageGate } from "../entity/pageGate.tsx";
export { AccountGate, PhoneMissing } from "../account/AccountGate.tsx";
export { RequireSuperadmin } from "../shell/RequireSuperadmin.tsx";
export { stopPage } from "../shell/StopPage.tsx";
export { HomePage } from "../sites/HomePage.tsx";
export { SiteScope } from "../sites/SiteScope.tsx";
export { AccessHome } from "./AccessHome.tsx";
export { AppShell } from "./AppShell.tsx";

export const webhooksPage = async () => (await import("../webhooks/WebhooksHome.tsx")).WebhooksHome;
export const apiKeysPage = async () => (await import("../apiKeys/ApiKeysPage.tsx")).default;
export const ssoPage = async () => (await import("../singleSignOn/SsoPage.tsx")).default;
export const auditPage = async () => (await import("../audit/AuditPage.tsx")).default;
export const secondFactorPage = async () => (await import("../factors/SecondFactorPage.tsx")).default;
export const profilePage = async () => (await import("../profile/ProfilePage.tsx")).default;
export const reachPage = async () => (await import("../account/reach/ReachPage.tsx")).default;
export const operationsPage = async () => (await import("../operations/OperationsPage.tsx")).default;
export const reportsPage = async () => (await import("../reports/ReportsPage.tsx")).default;
