import * as claude from '@dragoman/formatters/claude';
import { glob as findByGlob } from '@dragoman/tools';
import { tool } from '../tool.ts';
import { input } from './schemas.ts';

const description = `Finds files by a glob such as "*.js" or "src/**/*.ts", newest first.

- Without a slash, the pattern matches at any depth
- Hidden and ignored files are found too`;

export const glob = tool({
  name: 'Glob',
  title: 'Find files by name',
  description,
  effect: 'reads',
  input: input.Glob,
  synonyms: { query: 'pattern', dir_path: 'path' },
  operation: findByGlob,
  request: ({ pattern, path }) => ({
    // An empty glob leaves nothing out.
    pattern: pattern.replace(/^(?:\.\/)+(?=.)/, '') || '**',
    ...(path !== undefined && { path: path.trim() }),
    kinds: 'files' as const,
    findsLinks: false,
    hidden: true,
    ignoreFiles: 'none' as const,
  }),
  render: claude.foundFiles,
  explain: claude.globFailed,
});
