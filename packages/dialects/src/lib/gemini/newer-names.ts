import type { Arguments } from '../tool.ts';

/**
 * Translates `dir_path`, `include_pattern` and `file_filtering_options`, by which newer models say what to search, and
 * `glob`, by which Qwen Code's do.
 */
export function fromNewerNames(args: Arguments): Arguments {
  const { dir_path, include_pattern, glob, file_filtering_options: options, ...rest } = args;
  const filtering = typeof options === 'object' && options !== null ? options : {};
  return {
    ...('respect_git_ignore' in filtering && { respect_git_ignore: filtering.respect_git_ignore }),
    ...(dir_path !== undefined && { path: dir_path }),
    ...(glob !== undefined && { include: glob }),
    ...(include_pattern !== undefined && { include: include_pattern }),
    ...rest,
  };
}
