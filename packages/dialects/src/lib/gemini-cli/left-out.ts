/** Directories that no glob enters. */
export const CORE_DIRECTORIES: readonly string[] = ['node_modules', '.git', 'bower_components', '.svn', '.hg'];

/** Directories that searches of contents leave out. */
export const DIRECTORIES: readonly string[] = [
  ...CORE_DIRECTORIES,
  ...['.vscode', '.idea', 'dist', 'build', 'coverage', '__pycache__'],
];
