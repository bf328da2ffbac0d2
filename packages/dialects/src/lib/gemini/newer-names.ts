import type { Arguments } from '../tool.ts';

/** Translates `file_filtering_options`, by which newer models say what to leave out. */
export function fromNewerNames(args: Arguments): Arguments {
  const { file_filtering_options: options, ...rest } = args;
  const filtering = typeof options === 'object' && options !== null ? options : {};
  return { ...('respect_git_ignore' in filtering && { respect_git_ignore: filtering.respect_git_ignore }), ...rest };
}
