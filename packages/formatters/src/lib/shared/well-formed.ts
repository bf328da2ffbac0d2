/**
 * The same data with U+FFFD for each half of a surrogate pair that stands alone: UTF-16 files and names that are not
 * UTF-8 hold such, and many readers of JSON refuse a whole message for one.
 */
export function wellFormed<Data>(data: Data): Data {
  // Repairing keeps the shape.
  return isWellFormed(data) ? data : (repaired(data) as Data);
}

function isWellFormed(data: unknown): boolean {
  if (typeof data === 'string') return data.isWellFormed();
  if (typeof data !== 'object' || data === null) return true;
  if (Array.isArray(data)) return data.every(isWellFormed);
  // Every result comes through here, and `Object.values` takes longer than the rest.
  const fields = data as Readonly<Record<string, unknown>>;
  for (const name in fields) if (!isWellFormed(fields[name])) return false;
  return true;
}

function repaired(data: unknown): unknown {
  if (typeof data === 'string') return data.toWellFormed();
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(repaired);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, repaired(value)]));
}
