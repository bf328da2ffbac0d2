const MOST_UNITS = 200;

/** A text that a caller made up, fit to be quoted: its beginning, and an ellipsis where it was cut. */
export function excerpt(text: string, mostUnits = MOST_UNITS): string {
  return text.length <= mostUnits ? text : `${text.slice(0, mostUnits)}…`;
}
