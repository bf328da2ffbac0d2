import type { Dialect } from './dialect.ts';
import type { DocumentedConfiguration } from './documented-configuration.ts';
import type { Call, Protocol } from './protocol.ts';

/** Differences between clients. */
export interface Client {
  /** Name in `docs/clients.md`, in whose section its configuration stands. */
  readonly name: string;
  /** Package that npm installs, with its version. */
  readonly package: string;
  /** The words that start it, given the `node_modules` of its package, and have it answer one prompt unattended. */
  command(modules: string): readonly string[];
  readonly protocol: Protocol;
  /** The words of the server's tools, which the server chooses by the client's name. */
  readonly dialect: Dialect;
  /** True if it names its directory as a root. */
  readonly namesRoots: boolean;
  /** True if it refuses itself what a tool's schema does not allow. */
  readonly checksArguments: boolean;
  /** True if its models look tools up by search, and are shown none of their descriptions before. */
  readonly looksToolsUp?: boolean;
  /** The client's name for a tool of the server. */
  nameOf(tool: string): string;
  /** Text that the server sent, out of what the client wrote around it. */
  unwrap(text: string): string;
  /** Calls by which its model lists resources, in turn, the list last, and reads one. */
  readonly resources: { readonly list: readonly Call[]; read(uri: string): Call };
  /** Names of its own tools that do the work of the server's. */
  readonly twins: readonly string[];
  /** The words of the server's tools where the twins are switched off. */
  readonly dialectWithoutTwins: Dialect;
  /** @param documented what the documentation shows, of the server alone or with what switches the twins off */
  configure(documented: PartialConfiguration, modelUrl: string): Configuration;
}

export type PartialConfiguration = Pick<DocumentedConfiguration, 'server'> & Partial<DocumentedConfiguration>;

export interface Configuration {
  /** Files in the user's home, by relative path. */
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A call of a tool that the client brings itself. */
export function ownCall(tool: string, args: Call['args']): Call {
  return { tool, args, isOwn: true };
}
