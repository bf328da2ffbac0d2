export type { Answer } from './lib/answers.ts';
export type { Facts } from './lib/facts.ts';
export type {
  AudioBlock,
  ContentBlock,
  Display,
  FormattedResult,
  ImageBlock,
  Reader,
  ResourceBlock,
  Scene,
  TextBlock,
} from './lib/formatter.ts';
export { boundedText } from './lib/shared/bounded-text.ts';
export type { TextLimit } from './lib/shared/text-limit.ts';
