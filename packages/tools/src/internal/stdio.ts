export { pageText } from '../lib/page-text.ts';
