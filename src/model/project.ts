// The project: its folder, its file, and the targets it names (contract 1).

import type { Severity } from "./diagnostic.ts";
import { UsageError } from "./errors.ts";

export interface Target {
  name: string;
  /** `https://…`, `http://` on a loopback address, or `sandbox:PATH` with PATH relative to the project's folder. */
  url: string;
  /** The platform's id of the deployment; undefined if a flag or the environment must give it. */
  deployment?: number;
  /** The values of `${var.x}`. */
  vars: Record<string, string>;
  /** Folder path to folder id, for deployments that cannot list folders. */
  folders: Record<string, number>;
  /** How a workbook is opened in a browser, with `{id}` and `{slug}`. */
  link?: string;
}

export interface ApplySettings {
  concurrency: number;
  allow: string[];
  /** Shares between 0 and 1 of the live workbooks with our stamp. */
  limits: { change: number; delete: number };
  /** Folder of the backups relative to the project's folder, or false for none. */
  backups: string | false;
}

export interface Project {
  /** Absolute path of the folder that holds the project file. */
  root: string;
  /** Absolute path of the project file. */
  file: string;
  /** The project's name, written on every workbook that it manages. */
  name: string;
  include: string[];
  exclude: string[];
  defaultTarget?: string;
  targets: Record<string, Target>;
  /** The only names that `${env.NAME}` may read. */
  env: string[];
  apply: ApplySettings;
  /** Paths that are never compared, as written: `dashboard.widgets[*].config.debug`. */
  ignore: string[];
  /** Config keys whose numbers are reports. */
  reportKeys: string[];
  lint: { rules: Record<string, Severity | "off"> };
}

const PLAIN_NAME = /^\w[\w.-]{0,59}$/;

/** The end of a command shown to a user, so that it means this target; nothing if it does already. */
export function targetFlag(target: string | undefined): string {
  if (target === undefined) return "";
  return ` --target ${PLAIN_NAME.test(target) ? target : "TARGET"}`;
}

/** A deployment id as written on the command line or in the environment. */
export function parseDeployment(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`a deployment is a positive whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
