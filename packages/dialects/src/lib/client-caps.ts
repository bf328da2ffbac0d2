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
    // The middle of a longer one is left out: https://github.com/openai/codex/issues/7906
    resultBytes: 10_000,
  },
  geminiCli: {
    // With the prefix that tells servers apart:
    // https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md
    toolNameChars: 63,
  },
  opencode: {
    // The rest of a longer one goes to a file: https://github.com/anomalyco/opencode/pull/7239
    resultBytes: 50 * 1024,
  },
  vsCode: {
    // In one request, of all servers together: https://code.visualstudio.com/docs/copilot/chat/chat-agent-mode
    tools: 128,
  },
} as const;
