// Validates server.json against the schema that the MCP registry publishes for it. Needs the network, so it is a step
// of its own in CI; `test/manifests.test.ts` checks what needs none.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

const server = JSON.parse(readFileSync(new URL('../apps/mcp-stdio/server.json', import.meta.url), 'utf8'));
const response = await fetch(server.$schema);
if (!response.ok) throw new Error(`${server.$schema}: ${response.status}`);

const ajv = formats.default(new Ajv({ strict: false, allErrors: true }));
const validate = ajv.compile(await response.json());
if (!validate(server)) throw new Error(`server.json: ${ajv.errorsText(validate.errors, { separator: '\n' })}`);
