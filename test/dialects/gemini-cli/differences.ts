/** Calls that the dialect answers otherwise than Gemini CLI on purpose, by the names that `docs/dialects.md` gives the differences. */
export const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  lines: [
    'read_file {"file_path":"wide.txt"}',
    'read_file {"file_path":"many.txt"}',
    'read_file {"file_path":"open.txt","start_line":2}',
    'read_file {"file_path":"open.txt","start_line":2,"end_line":9}',
    'read_file {"file_path":"a.txt","start_line":2,"end_line":2}',
    'read_file {"file_path":"thirty.txt","start_line":10,"end_line":12}',
    'read_file {"file_path":"many.txt","start_line":2001}',
    'read_file {"file_path":"many.txt","start_line":1,"end_line":2100}',
    'replace {"file_path":"code.py","instruction":"Change it.","old_string":"if a:\\n    return 1","new_string":"if not a:\\n    return 3"}',
    'replace {"file_path":"code.py","instruction":"Change it.","old_string":"  if a:\\n      return 1","new_string":"  if not a:\\n      return 3"}',
  ],
  args: ['read_file {"file_path":"a.txt","start_line":0}', 'grep_search {"pattern":"a","context":-1}'],
  git: ['list_directory {"dir_path":"."}'],
  policy: ['list_directory {"dir_path":".","file_filtering_options":{"respect_git_ignore":false}}'],
  truth: ['read_many_files {"include":["none.md"]}'],
  shell: ['run_shell_command {"command":"echo $((1 + 2))"}'],
};
