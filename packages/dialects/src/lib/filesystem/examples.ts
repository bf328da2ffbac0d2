import type { Examples } from '../dialect.ts';

export const examples = {
  read_file: ['src/index.ts', 'src/index.ts --head 20'],
  read_text_file: ['src/index.ts', 'src/index.ts --tail 20'],
  read_media_file: ['logo.png', `dragoman call read_media_file '{"path": "logo.png"}'`],
  read_multiple_files: [
    '--paths src/index.ts,src/lib/b.ts',
    `dragoman call read_multiple_files '{"paths": ["src/index.ts"]}'`,
  ],
  write_file: [`notes/today.md 'Nothing yet.'`, 'date | dragoman write_file notes/date.txt -'],
  edit_file: [
    `src/index.ts --edits '[{"oldText": "let count", "newText": "const count"}]'`,
    `src/index.ts --edits '[{"oldText": "let count", "newText": "const count"}]' --dryRun`,
  ],
  create_directory: ['notes', 'notes/2026/november'],
  list_directory: ['src', '.'],
  list_directory_with_sizes: ['src', 'src --sortBy size'],
  directory_tree: ['src', `. --excludePatterns 'node_modules,*.png'`],
  move_file: ['build.sh build.bash', 'src/lib src/library'],
  search_files: [`. '**/*.ts'`, `src '*.ts' --excludePatterns 'b.*'`],
  get_file_info: ['src', 'src/index.ts'],
  list_allowed_directories: ['dragoman list_allowed_directories', 'dragoman list_allowed_directories --json'],
} satisfies Examples;
