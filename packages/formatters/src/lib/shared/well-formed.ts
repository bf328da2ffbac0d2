/**
 * The same JSON data with U+FFFD for each half of a surrogate pair that stands alone: UTF-16 files and names that are not
 * UTF-8 hold some, and many readers of JSON refuse a whole message for one.
 */
export function wellFormed<Data>(data: Data): Data {
  return isWellFormed(data) ? data : JSON.parse(JSON.stringify(data, repaired));
}

function isWellFormed(data: unknown): boolean {
  if (typeof data === 'string') return data.isWellFormed();
  if (typeof data !== 'object' || data === null) return true;
  return Object.values(data).every(isWellFormed);
}

function repaired(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
