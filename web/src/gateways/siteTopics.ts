/** Which topics gateways use under their site's account, make by make; `{MAC}` is twelve hex digits. */
export const siteTopics: readonly { type: string; topics: readonly string[] }[] = [
  {
    type: "KKM",
    topics: ["kbeacon/publish/{MAC}", "kbeacon/pubaction/{MAC}", "kbeacon/pubadmin/{MAC}"],
  },
  { type: "MINEW", topics: ["/gw/{MAC}/status", "/gw/{MAC}/action/response"] },
  { type: "RUUVI", topics: ["ruuvi/{MAC}/+"] },
  { type: "OMG", topics: ["home/{MAC}/BTtoMQTT"] },
  { type: "ESPRESENSE", topics: ["espresense/devices/+/{MAC}"] },
  { type: "RADDEC", topics: ["raddec/{MAC}"] },
  { type: "APRILBROTHER", topics: ["ab_gateway/{MAC}"] },
  { type: "GENERIC", topics: ["pulse/v1/gateways/{MAC}/up"] },
];
