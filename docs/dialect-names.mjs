import { dialectNames } from '../packages/dialects/dist/lib/registry.js';

export const DIALECTS = dialectNames();
