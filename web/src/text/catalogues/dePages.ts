import access from "../access.de.json";
import analysis from "../analysis.de.json";
import apiKeys from "../apiKeys.de.json";
import audit from "../audit.de.json";
import calibration from "../calibration.de.json";
import card from "../card.de.json";
import customers from "../customers.de.json";
import dates from "../dates.de.json";
import devices from "../devices.de.json";
import drawing from "../drawing.de.json";
import history from "../history.de.json";
import onMap from "../onMap.de.json";
import past from "../past.de.json";
import placing from "../placing.de.json";
import gatewayCard from "../gatewayCard.de.json";
import gateways from "../gateways.de.json";
import guide from "../guide.de.json";
import geofences from "../geofences.de.json";
import notifications from "../notifications.de.json";
import reasons from "../reasons.de.json";
import profile from "../profile.de.json";
import operations from "../operations.de.json";
import reach from "../reach.de.json";
import reports from "../reports.de.json";
import factors from "../factors.de.json";
import share from "../share.de.json";
import signInSteps from "../signInSteps.de.json";
import sites from "../sites.de.json";
import sso from "../sso.de.json";
import things from "../things.de.json";
import wall from "../wall.de.json";
import way from "../way.de.json";
import webhooks from "../webhooks.de.json";
import why from "../why.de.json";

/** The German texts of pages for signed-in people. */
export const catalogue = {
  access,
  analysis,
  apiKeys,
  audit,
  calibration,
  card,
  customers,
  dates,
  devices,
  drawing,
  history,
  onMap,
  past,
  placing,
  gatewayCard,
  gateways,
  guide,
  geofences,
  notifications,
  reasons,
  profile,
  operations,
  reach,
  reports,
  factors,
  share,
  signInSteps,
  sites,
  sso,
  things,
  wall,
  way,
  webhooks,
  why,
};
