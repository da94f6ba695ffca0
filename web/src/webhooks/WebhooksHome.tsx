import { useParams } from "react-router";
import { WebhookPage } from "./WebhookPage.tsx";
import { WebhooksPage } from "./WebhooksPage.tsx";

/** `/webhooks` and `/webhooks/:id`: the list, or one of them. */
export function WebhooksHome() {
  return useParams()["id"] === undefined ? <WebhooksPage /> : <WebhookPage />;
}
