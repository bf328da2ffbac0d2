/** Calls that the dialect answers otherwise than Gemini CLI on purpose, by the name of the difference. */
export const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {};
