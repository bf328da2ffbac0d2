const MACHINE = `${process.platform}-${process.arch}`;

/**
 * Packages that are installed of each client, the only place for their versions. Of those that are compiled it is the
 * package of this machine's program, which the one named in a client's manual only looks up.
 */
export const PACKAGES = {
  claudeCode: `@anthropic-ai/claude-code-${MACHINE}@2.1.332`,
  codex: `@openai/codex@0.171.0-${MACHINE}`,
  geminiCli: '@google/gemini-cli@0.61.0',
  opencode: `opencode-${MACHINE}@1.18.33`,
} as const;
