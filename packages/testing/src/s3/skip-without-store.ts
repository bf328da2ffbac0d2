import { beforeEach } from 'vitest';
import { s3Endpoint } from './s3-endpoint.ts';

// For projects whose every test needs a store.
const found = await s3Endpoint();
if ('reason' in found) beforeEach((context) => context.skip(found.reason));
