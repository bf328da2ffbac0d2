import type { TextLimit } from '@dragoman/formatters';
/** Known limits of clients: whatever is longer they cut, write to a file, or refuse. */
export const CLIENT_CAPS = {
  claudeCode: {
    // The most a tool may ask for; without that, results over 50,000 go to a file: https://code.claude.com/docs/en/mcp
    resultChars: 500_000,
    // Of the server's instructions and of each tool's description: https://code.claude.com/docs/en/mcp
    instructionChars: 2048,
  },
  claudeDesktop: {
    // "Tool result is too large. Maximum size is 1MB.": https://github.com/anthropics/claude-code/issues/66519
    resultBytes: 1024 * 1024,
  },
  codex: {
    // Of 10,000 tokens, counted as four bytes each, the middle of a longer one is left out:
    // https://github.com/openai/codex/issues/7906
    // What is measured is the list of blocks as JSON below a line or two of Codex' own, and may be a fifth longer:
    // https://github.com/openai/codex/blob/main/codex-rs/utils/output-truncation/src/lib.rs
    result: { bytes: 40_000, jsonBytes: 47_600 },
  },
  geminiCli: {
    // With the prefix that distinguishes servers:
    // https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md
    toolNameChars: 63,
    // The middle of a longer one goes to a file, over 40,000 with two lines of Gemini CLI's own around it:
    // https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/scheduler/tool-executor.ts
    result: { characters: 39_000 },
  },
  opencode: {
    // The rest of a longer one, or of one with more than 2,000 lines, goes to a file:
    // https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/tool/truncate.ts
    result: { bytes: 50 * 1024, newlines: 1999 },
  },
  pi: {
    // Measured: a longer one is cut at 20,413 characters.
    result: { bytes: 20_000 },
  },
  copilotCli: {
    // Measured, likewise.
    result: { bytes: 20_000 },
  },
  qwenCode: {
    // Measured: a longer one is cut at 28,045, with words of Qwen Code's own.
    result: { characters: 25_000 },
  },
  vsCode: {
    // In one request, of all servers together: https://code.visualstudio.com/docs/copilot/chat/chat-agent-mode
    tools: 128,
  },
} as const;

/** The longest text of one result that a client shows its model whole, by the client's name; null if none is known. */
export function clientTextLimit(name: string): TextLimit | null {
  const { codex, copilotCli, geminiCli, opencode, pi, qwenCode } = CLIENT_CAPS;
  if (name.startsWith('gemini-cli')) return geminiCli.result;
  if (name.startsWith('qwen-cli')) return qwenCode.result;
  if (name.startsWith('codex')) return codex.result;
  if (name === 'pi') return pi.result;
  if (name === 'copilot-cli') return copilotCli.result;
  return name === 'opencode' ? opencode.result : null;
}
