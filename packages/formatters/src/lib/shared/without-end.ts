/**
 * A text without the characters at its end that are among those given; its first `least` units stay. Takes time in
 * proportion to what goes: a regular expression such as `/x+$/` takes the square of any run in the text.
 */
export function withoutEnd(text: string, characters: string, least = 0): string {
  let end = text.length;
  while (end > least && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
