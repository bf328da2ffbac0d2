/** Options of an operation where a test asks for nothing in particular; `maxResponseSize` is in bytes. */
export const callOptions = { requireRead: false, maxResponseSize: 1024 * 1024 };
