// The device flow. It needs no credential: it is how to get one.

import { decideApproval, showApproval } from "../../account/approval-page.ts";
import {
  beginDeviceLogin,
  DEVICE_PAGE,
  loginError,
  pollDeviceLogin,
  refreshLogin,
} from "../../account/login.ts";
import { queryParameter, STRING, TOO_LARGE } from "../../description/write.ts";
import { open, type Route } from "./route.ts";

const FORM = "application/x-www-form-urlencoded";
const PAGE = { schema: { type: "string", description: "A page for people" }, as: "text/html" };
/** What all endpoints have in common, except the page. */
const OAUTH = {
  security: [],
  bodyAs: FORM,
  bodyRequired: true,
  refuses: { 400: "The body's `error` says why (RFC 6749, 5.2; RFC 8628, 3.5)", ...TOO_LARGE },
  refusesWith: { schema: "OAuthError", as: "application/json" },
  errors: loginError,
};

export const LOGIN_ROUTES: readonly Route[] = [
  open("POST /auth/device/code", beginDeviceLogin, {
    ...OAUTH,
    id: "beginDeviceLogin",
    summary: "Begin a login on a device without a browser",
    body: "DeviceCodeInput",
    answers: "DeviceCode",
  }),
  open("POST /auth/device/token", pollDeviceLogin, {
    ...OAUTH,
    id: "pollDeviceLogin",
    summary: "Ask whether the login was approved",
    body: "DeviceTokenInput",
    answers: "Tokens",
  }),
  open("POST /auth/oauth2/refresh", refreshLogin, {
    ...OAUTH,
    id: "refreshLogin",
    summary: "Exchange a refresh token, once, for another pair of tokens",
    body: "RefreshInput",
    answers: "Tokens",
  }),
  open(`GET ${DEVICE_PAGE}`, showApproval, {
    id: "showDeviceLogin",
    summary: "Show a code for the user to compare",
    security: [],
    query: [queryParameter("user_code", STRING, "The code; without it, the page asks for one")],
    answers: PAGE.schema,
    answersAs: PAGE.as,
    refuses: { 404: "The code is unknown or has expired" },
    refusesWith: PAGE,
  }),
  open(`POST ${DEVICE_PAGE}`, decideApproval, {
    id: "decideDeviceLogin",
    summary: "Approve or deny a login",
    security: [],
    body: "DeviceDecisionInput",
    bodyAs: FORM,
    bodyRequired: true,
    answers: PAGE.schema,
    answersAs: PAGE.as,
    refuses: { 400: "The action is unknown", 404: "The code is unknown or has expired" },
    refusesWith: PAGE,
  }),
];
