// The device flow, described. Nobody needs a credential for it: it is how one gets one.

import type { JsonObject } from "../../model/index.ts";
import { operation, queryParameter, STRING, TOO_LARGE } from "./write.ts";

const FORM = "application/x-www-form-urlencoded";
const PAGE = { schema: { type: "string", description: "A page for people" }, as: "text/html" };
const OAUTH = { schema: "OAuthError", as: "application/json" };
const REFUSED = "The body's `error` says why (RFC 6749, 5.2; RFC 8628, 3.5)";

export const LOGIN_PATHS: JsonObject = {
  "/auth/device/code": {
    post: operation({
      id: "beginDeviceLogin",
      tag: "Login",
      summary: "Begin a login on a device without a browser",
      security: [],
      body: "DeviceCodeInput",
      bodyAs: FORM,
      bodyRequired: true,
      answers: "DeviceCode",
      refuses: { 400: REFUSED, ...TOO_LARGE },
      refusesWith: OAUTH,
    }),
  },
  "/auth/device/token": {
    post: operation({
      id: "pollDeviceLogin",
      tag: "Login",
      summary: "Ask whether the login was approved",
      security: [],
      body: "DeviceTokenInput",
      bodyAs: FORM,
      bodyRequired: true,
      answers: "Tokens",
      refuses: { 400: REFUSED, ...TOO_LARGE },
      refusesWith: OAUTH,
    }),
  },
  "/auth/oauth2/refresh": {
    post: operation({
      id: "refreshLogin",
      tag: "Login",
      summary: "Exchange a refresh token, once, for another pair of tokens",
      security: [],
      body: "RefreshInput",
      bodyAs: FORM,
      bodyRequired: true,
      answers: "Tokens",
      refuses: { 400: REFUSED, ...TOO_LARGE },
      refusesWith: OAUTH,
    }),
  },
  "/auth/device": {
    get: operation({
      id: "showDeviceLogin",
      tag: "Login",
      summary: "Show a code, for somebody to compare",
      security: [],
      parameters: [queryParameter("user_code", STRING, "The code; a field for it without")],
      answers: PAGE.schema,
      answersAs: PAGE.as,
      refuses: { 404: "The code is not known or has expired" },
      refusesWith: PAGE,
    }),
    post: operation({
      id: "decideDeviceLogin",
      tag: "Login",
      summary: "Approve or deny a login",
      security: [],
      body: "DeviceDecisionInput",
      bodyAs: FORM,
      bodyRequired: true,
      answers: PAGE.schema,
      answersAs: PAGE.as,
      refuses: { 400: "The action is not known", 404: "The code is not known or has expired" },
      refusesWith: PAGE,
    }),
  },
};
