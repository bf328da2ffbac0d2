import type { Line } from '@dragoman/outcomes/internal/parts';
/** The line made of `text`, in which only a final LF is left out; cut after `maxLength` code points. */
export function toLine(text: string, hasNewline: boolean, maxLength: number): Line {
  const crlf = hasNewline && text.endsWith('\r');
  const whole = crlf ? text.slice(0, -1) : text;
  const ending = crlf ? '\r\n' : hasNewline ? '\n' : '';
  if (whole.length <= maxLength) return { text: whole, ending, fullLength: null };
  const fullLength = countCodePoints(whole);
  if (fullLength <= maxLength) return { text: whole, ending, fullLength: null };
  return { text: firstCodePoints(whole, maxLength), ending, fullLength };
}

export function countCodePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    if (isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))) {
      count--;
      at++;
    }
  }
  return count;
}

/** The first `count` code points: a surrogate pair is never split. */
export function firstCodePoints(text: string, count: number): string {
  let at = 0;
  for (let left = count; left > 0 && at < text.length; left--) {
    at += isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1)) ? 2 : 1;
  }
  return text.slice(0, at);
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
