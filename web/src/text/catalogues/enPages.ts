import access from "../access.en.json";
import analysis from "../analysis.en.json";
import apiKeys from "../apiKeys.en.json";
import audit from "../audit.en.json";
import calibration from "../calibration.en.json";
import card from "../card.en.json";
import customers from "../customers.en.json";
import dates from "../dates.en.json";
import devices from "../devices.en.json";
import drawing from "../drawing.en.json";
import history from "../history.en.json";
import onMap from "../onMap.en.json";
import past from "../past.en.json";
import placing from "../placing.en.json";
import gatewayCard from "../gatewayCard.en.json";
import gateways from "../gateways.en.json";
import guide from "../guide.en.json";
import geofences from "../geofences.en.json";
import notifications from "../notifications.en.json";
import reasons from "../reasons.en.json";
import profile from "../profile.en.json";
import operations from "../operations.en.json";
import reach from "../reach.en.json";
import reports from "../reports.en.json";
import factors from "../factors.en.json";
import share from "../share.en.json";
import signInSteps from "../signInSteps.en.json";
import sites from "../sites.en.json";
import sso from "../sso.en.json";
import things from "../things.en.json";
import wall from "../wall.en.json";
import way from "../way.en.json";
import webhooks from "../webhooks.en.json";
import why from "../why.en.json";

/** The English texts of pages for signed-in people. */
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
