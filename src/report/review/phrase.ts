// Sentences in pieces: every medium escapes and stresses them in its own way.

/** A piece of a sentence, not escaped: plain, a name that people gave, or a word that must not be missed. */
export type Word = string | { name: string } | { strong: string };

/** Words that belong together; a list of them is read with commas. */
export type Phrase = readonly Word[];
