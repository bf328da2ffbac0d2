import * as filesystem from '@dragoman/formatters/filesystem';
import { readAny } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { pathIn } from './path-in.ts';
import { input, output } from './schemas.ts';

export const readMediaFile = tool({
  name: 'read_media_file',
  title: 'Read Media File',
  description: 'Returns a file in base64 with its media type: images and audio as such, any other file as a resource.',
  effect: 'reads',
  input: input.read_media_file,
  output: output.media,
  operation: readAny,
  request: ({ path }, session) => ({ path: pathIn(session, path) }),
  render: filesystem.readMedia,
  explain: filesystem.readMediaFailed,
});
