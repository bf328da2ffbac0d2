/** The reason why a text is not a valid patch. `line` is 1-based, counted from the line that begins the patch. */
export type PatchProblem =
  | { readonly problem: 'first-line' | 'last-line' | 'empty' | 'environment' }
  /** `text`: the line that should be the header of a section, without white space around it. */
  | { readonly problem: 'header'; readonly line: number; readonly text: string }
  /** `text`: the line that belongs to no hunk. */
  | { readonly problem: 'unexpected-line' | 'no-marker'; readonly line: number; readonly text: string }
  | { readonly problem: 'no-lines'; readonly line: number }
  | { readonly problem: 'empty-update'; readonly line: number; readonly path: string };

/** The text is not a valid patch. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly problem: PatchProblem;

  constructor(problem: PatchProblem) {
    super(message(problem));
    this.problem = problem;
  }
}

function message(problem: PatchProblem): string {
  switch (problem.problem) {
    case 'first-line':
      return 'A patch begins with the line "*** Begin Patch"';
    case 'last-line':
      return 'A patch ends with the line "*** End Patch", which stands nowhere else';
    case 'empty':
      return 'The patch names no file';
    case 'environment':
      return 'A patch cannot choose an environment';
    case 'header':
      return `Line ${problem.line} of the patch begins no section: "${problem.text}"`;
    case 'unexpected-line':
      return `Line ${problem.line} of the patch is neither kept, removed nor added: "${problem.text}"`;
    case 'no-marker':
      return `Line ${problem.line} of the patch begins no hunk, as @@ does: "${problem.text}"`;
    case 'no-lines':
      return `The hunk before line ${problem.line} of the patch has no lines`;
    case 'empty-update':
      return `Line ${problem.line} of the patch says nothing of what changes in "${problem.path}"`;
  }
}
