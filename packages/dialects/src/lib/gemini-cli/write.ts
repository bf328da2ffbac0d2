import * as geminiCli from '@dragoman/formatters/gemini-cli';
import { overwriteText } from '@dragoman/tools/internal/session';
import { tool } from '../tool.ts';
import { fromWorkdir, givenPath, withoutScheduling } from './given-path.ts';
import { assertComplete } from './omission-placeholder.ts';
import { input } from './schemas.ts';

const description = `Writes the whole content of a file, replacing what it held; missing directories are made. For changes of a large file, replace takes fewer tokens.`;

export const writeFile = tool({
  name: 'write_file',
  title: 'Write a file',
  description,
  effect: 'overwrites',
  typed: 'write',
  input: input.write_file,
  adapt: withoutScheduling,
  operation: fromWorkdir(overwriteText),
  request: ({ file_path, content }) => {
    const path = givenPath(file_path);
    assertComplete('content', content);
    return { path, content };
  },
  render: geminiCli.wroteFile,
  explain: geminiCli.writeFileFailed,
});
