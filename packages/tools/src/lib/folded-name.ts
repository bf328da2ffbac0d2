/** Makes one of all names that stand for each other. */
export type Fold = (name: string) => string;

/** Folds what looks the same: composed and decomposed letters, kinds of white space and of quotation marks. */
export const foldLook: Fold = (name) => foldMarks(name).normalize('NFC');

/** Folds like `foldLook`, and characters that Unicode calls compatible: full width, ligatures, superscripts. */
export const foldForms: Fold = (name) => foldMarks(foldMarks(name).normalize('NFKC'));

/** Folds like `foldForms`, and upper and lower case. */
export const foldCase: Fold = (name) => foldForms(foldForms(name).toLowerCase());

/** True if a path may look like another one, has escapes, or has something around it. */
export function mayFold(path: string): boolean {
  return !/^[!#-&(-[\]-_a-~]*$/.test(path) || /\/(?:file:|@)\//.test(path);
}

// First of all, since NFKC makes a space and a mark of `´`.
function foldMarks(name: string): string {
  return name
    .replace(/[\u2018-\u201b\u2032\u02b9\u02bc\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u2033\u02ba]/g, '"')
    .replace(/[\s\u0085]/g, ' ');
}
