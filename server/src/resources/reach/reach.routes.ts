import type { Endpoint } from "@pulse/contract/endpoint";
import { checkReach, checkReachAtSetup, sendTestMessage, sendTestMessageAtSetup } from "@pulse/contract/reach";
import { originOf } from "../../platform/http/origin.ts";
import { type Handler, type Reach, route, type RouteContext } from "../../platform/http/route.ts";
import type { AddressLimit } from "../../platform/http/addressLimit.ts";
import type { FirstStart } from "../accounts/firstStart.ts";
import type { ReachService } from "./reach.service.ts";

/** Whether people can be reached: with the token of the first start's link, then for superadmins. */
export function reachRoutes(
  context: RouteContext,
  parts: { reach: ReachService; firstStart: Pick<FirstStart, "admit">; limit: AddressLimit },
): void {
  const { reach, firstStart } = parts;
  const limited: Reach<Endpoint> = (_viewer, _params, request) => parts.limit(originOf(request).ip);
  const open = <E extends Endpoint>(endpoint: E, handler: Handler<E>): void =>
    route(context, endpoint, handler, limited);

  open(checkReachAtSetup, async ({ body, write }) => {
    await firstStart.admit(body.token);
    return { content: write.unchanged(await reach.check(body.browserTime)) };
  });
  open(sendTestMessageAtSetup, async ({ body, write }) => {
    await firstStart.admit(body.token);
    return { content: await reach.test(write, body.message, "first start") };
  });
  route(context, checkReach, async ({ query }) => ({ content: await reach.check(query.browserTime) }));
  route(context, sendTestMessage, async ({ body, viewer, write }) => ({
    content: await reach.test(write, body.message, viewer.userId),
  }));
}
