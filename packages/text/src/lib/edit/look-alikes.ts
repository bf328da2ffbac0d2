const LETTERS_LIKE: ReadonlyMap<string, string> = new Map(
  pairs([
    ['аАВсСԁеЕНһіІӏӀјЈКМоОрРԛѕЅТѵѴԝхХуҮҺց', 'aABcCdeEHhiIlIjJKMoOpPqsSTvVwxXyYhg'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιϳϲ', 'ABEZHIKMNOPTYXovijc'],
    ['օՕսԼոհɡɑıꓐꓖ', 'oOuLnhgaiBG'],
    ['⁄∕∶ː∗∣ǀǃ‹›∖‚ꞌ˗⁃⋅', "//::*||!<>\\,'--·"],
  ]),
);

function pairs(alphabets: readonly (readonly [alike: string, plain: string])[]): [string, string][] {
  return alphabets.flatMap(([alike, plain]) => {
    const letters = Array.from(plain);
    return Array.from(alike, (letter, at): [string, string] => [letter, letters[at] ?? letter]);
  });
}

const UNSEEN = /[\p{Cf}\p{DI}\u2800]/gu;

/** Makes of letters, spaces and dashes those of ASCII that look the same, and nothing of what cannot be seen. */
export function foldLookAlikes(text: string): string {
  return text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/[\u0085\u1680\u2028\u2029]/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[^\0-\x7f]/gu, (letter) => LETTERS_LIKE.get(letter) ?? letter);
}

/** Makes straight quotation marks of curly ones. */
export function foldQuotes(text: string): string {
  return text.replace(/[‘’‚‛′]/g, "'").replace(/[“”„‟″]/g, '"');
}
