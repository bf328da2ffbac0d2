import type { ToolAnswer } from '@dragoman/testing';
import { joined } from './clients.ts';
import { LINES } from './files.ts';

type ReadPage = (tool: string, args: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;

/** Readers by dialect: each reads a text file a page at a time. */
export const readers: Readonly<Record<string, (path: string, page: ReadPage) => Promise<string>>> = {
  async editor(path, page) {
    const lines: string[] = [];
    for (let from: string | undefined = '1'; from !== undefined; ) {
      const text = joined(await page('view', { path, view_range: [Number(from), LINES] }));
      from = /\nTruncated: .* from line (\d+)\.$/.exec(text)?.[1];
      lines.push(
        ...text
          .split('\n')
          .filter((line) => !line.startsWith('Truncated: '))
          .map((line) => line.slice(line.indexOf('\t') + 1)),
      );
    }
    return `${lines.join('\n')}\n`;
  },
  async claude(path, page) {
    const lines: string[] = [];
    for (let offset: string | undefined = '1'; offset !== undefined; ) {
      const text = joined(await page('Read', { file_path: path, offset, limit: 10_000 }));
      offset = /\n\[Showing lines .* Use offset=(\d+) to continue\.\]$/.exec(text)?.[1];
      const shown = text.split('\n').filter((line) => !line.startsWith('[Showing'));
      lines.push(...shown.map((line) => line.slice(line.indexOf('\t') + 1)));
    }
    return lines.join('\n');
  },
  async 'claude-code'(path, page) {
    const lines: string[] = [];
    for (let offset: string | undefined = '1'; offset !== undefined; ) {
      const text = joined(await page('Read', { file_path: path, offset }));
      offset = /\n\[Showing lines .* Use offset=(\d+) to continue\.\]$/.exec(text)?.[1];
      lines.push(
        ...text
          .split('\n')
          .filter((line) => !line.startsWith('[Showing'))
          .map((line) => line.slice(line.indexOf('\t') + 1)),
      );
    }
    return `${lines.join('\n')}\n`;
  },
  async gemini(path, page) {
    const parts: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const text = joined(await page('read_file', { absolute_path: path, offset }));
      const [header, last] = /^\[File content truncated: showing lines \d+-(\d+) of .*\n/.exec(text) ?? [];
      offset = last === undefined ? null : Number(last);
      parts.push(header === undefined ? text : `${text.slice(header.length)}\n`);
    }
    return parts.join('');
  },
  async codex(path, page) {
    const lines: string[] = [];
    for (let offset: number | null = 1; offset !== null; ) {
      const text = joined(await page('read_file', { file_path: path, offset }));
      const shown = text.split('\n').filter((line) => line.startsWith('L'));
      lines.push(...shown.map((line) => line.slice(line.indexOf(': ') + 2)));
      const [, next] = /\n\[Showing lines .* Use offset=(\d+) to continue\.\]$/.exec(text) ?? [];
      const goesOn = shown.length === 2000 && lines.length < LINES;
      offset = next !== undefined ? Number(next) : goesOn ? lines.length + 1 : null;
    }
    return `${lines.join('\n')}\n`;
  },
  async budgeted(path, page) {
    const parts: string[] = [];
    for (let continuation: unknown = null; continuation !== undefined; ) {
      const { structuredContent } = await page('read_code', {
        file_path: path,
        continuation,
        metadata_level: 'minimal',
      });
      const { content, continuation: next } = Object(structuredContent);
      parts.push(content);
      continuation = next ?? undefined;
    }
    return parts.join('');
  },
};
