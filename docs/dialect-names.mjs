export const DIALECTS = ['editor', 'claude-code', 'gemini', 'budgeted'];
