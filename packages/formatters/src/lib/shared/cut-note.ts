/** The note after a text that was cut. @param fullLength Unicode code points of the whole text */
export function cutNote(fullLength: number): string {
  return `... [truncated, ${fullLength} chars total]`;
}
