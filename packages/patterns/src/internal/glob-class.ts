export { endOfClass } from '../lib/glob-class.ts';
