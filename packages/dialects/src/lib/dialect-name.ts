/** The dialects, by the names that `--dialect` takes. */
export type DialectName = 'editor' | 'claude-code' | 'gemini' | 'budgeted';
