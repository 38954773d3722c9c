// Every operation of router.ts, described. A test holds the two together.

import type { JsonObject } from "../../model/index.ts";
import { ACCOUNT_PATHS } from "./account-paths.ts";
import { CONTENT_PATHS } from "./content-paths.ts";
import { DEPLOYMENT_PATHS } from "./deployment-paths.ts";
import { LOGIN_PATHS } from "./login-paths.ts";

export const PATHS: JsonObject = { ...DEPLOYMENT_PATHS, ...CONTENT_PATHS, ...ACCOUNT_PATHS, ...LOGIN_PATHS };
