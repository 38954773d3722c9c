// The rows of the table as methods: each call of an operation that the document does not show is checked against the served description first.

import type { Call, Transport } from "../http/transport.ts";
import type { DescriptionReader } from "./description.ts";
import type { CallDraft, Operation } from "./operation.ts";
import { OPERATIONS, type OperationMethods, type OperationName } from "./operations.ts";

interface Connection {
  transport: Transport;
  description: DescriptionReader;
  /** From now on no error and no event shows this. */
  hide(secret: string): void;
}

/** One method for each row, which sends nothing yet. */
export function bindOperations(connection: Connection): OperationMethods {
  const { transport, description, hide } = connection;
  const bind = (name: OperationName, row: Operation<unknown[], unknown>) => {
    const prepare = (args: unknown[]) => prepareCall(connection, name, row, row.ask(...args));
    const parameters = async () => {
      const capabilities = await description.capabilities();
      return capabilities.described ? capabilities.parameters(name) : undefined;
    };
    return (...args: unknown[]) =>
      row.answer({
        transport,
        hide,
        parameters,
        prepare: async () => prepare(args),
        readDescription: description.document,
      });
  };
  const rows = Object.entries(OPERATIONS) as [OperationName, Operation<unknown[], unknown>][];
  return Object.fromEntries(
    rows.map(([name, row]) => [name, bind(name, row)]),
  ) as unknown as OperationMethods;
}

async function prepareCall(
  { transport, description, hide }: Connection,
  name: OperationName,
  { method, path, shown }: Operation<never, unknown>,
  { params = [], secrets = [], ...draft }: CallDraft,
): Promise<Call> {
  for (const secret of secrets) hide(secret);
  const deploymentId = path.includes("/deployments/{}") ? (params[0] as number) : undefined;
  const call: Call = { method, path: fillPath(path, params), deploymentId, ...draft };
  if (shown) return call;
  const capabilities = await description.capabilities();
  if (capabilities.has(name)) return { ...call, guessed: !capabilities.described };
  throw transport.reject(
    { ...call, undescribed: true },
    { code: "no-such-operation", reason: "the API description it serves does not have it" },
  );
}

/** The path with its parameters filled in, in order, each encoded. */
function fillPath(path: string, params: readonly (string | number)[]): string {
  let next = 0;
  return path.replaceAll("{}", () => encodeURIComponent(String(params[next++])));
}
