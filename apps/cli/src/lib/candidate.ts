/** A word that may stand where the cursor is. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}
