/** A tool's arguments, as they were given. */
export type Arguments = Readonly<Record<string, unknown>>;
