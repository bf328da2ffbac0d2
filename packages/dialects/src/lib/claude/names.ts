/** Other names of `file_path`; its own counts where both are given. */
export const FILE_NAMES = {
  ...{ path: 'file_path', filePath: 'file_path', filename: 'file_path', absolute_path: 'file_path' },
  dir_path: 'file_path',
};
