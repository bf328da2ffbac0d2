import * as codex from '@dragoman/formatters/codex';
import { listBelow } from '@dragoman/tools';
import { absolutePath } from '../absolute-path.ts';
import { tool } from '../tool.ts';
import { assertPositive } from './assert-positive.ts';
import { input } from './schemas.ts';

export const listDir = tool({
  name: 'list_dir',
  title: 'List a directory',
  description:
    'Lists what lies in a directory, hidden entries too, each directory’s entries right after it and indented. Directories end in /, links in @, what is neither file nor directory in ?.',
  effect: 'reads',
  typed: 'listing',
  input: input.list_dir,
  operation: listBelow,
  request: ({ dir_path, offset, limit, depth }) => {
    assertPositive(offset, 'offset');
    assertPositive(limit, 'limit');
    assertPositive(depth, 'depth');
    return { path: absolutePath(dir_path), offset, limit, depth };
  },
  render: codex.listedBelow,
  explain: codex.listDirFailed,
});
