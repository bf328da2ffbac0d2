import * as codex from '@dragoman/formatters/codex';
import { readImage } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

export const viewImage = tool({
  name: 'view_image',
  title: 'Look at an image',
  description: 'Shows an image: PNG, JPEG, GIF or WebP.',
  effect: 'reads',
  input: input.view_image,
  operation: readImage,
  request: ({ path }, session) => ({ path: session.resolve(path) }),
  render: codex.shownImage,
  explain: codex.imageFailed,
});
