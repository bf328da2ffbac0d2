import { createRequire } from 'node:module';
import { join } from 'node:path';

// Sources and bundles lie equally deep: both in a directory of `bench`.
const REPOSITORY = join(import.meta.dirname, '../..');
const app = (name: string): string => join(REPOSITORY, 'apps', name, 'dist/main.js');

export const DOCS = join(REPOSITORY, 'docs');
export const MCP_STDIO = app('mcp-stdio');
export const MCP_HTTP = app('mcp-http');
export const COMMAND_LINE = app('cli');
export const SDK_HTTP = join(REPOSITORY, 'bench/dist/sdk-http.js');
export const STORE_SCRIPT = join(REPOSITORY, 'packages/testing/src/s3/s3-up.sh');

/** The official filesystem server, as its users run it: as modules, not as a bundle. */
export const OFFICIAL = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
