/** The rules for the project's English, as described in CONTRIBUTING.md. */

/** Maximum number of words in a sentence. Code counts as one word. */
export const MAX_WORDS = 25;

interface BannedWord {
  readonly words: RegExp;
  /** What to write instead. */
  readonly instead: string;
}

const banned = (words: string, instead: string): BannedWord => ({
  words: new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, 'giu'),
  instead,
});

/** Words of the glossary's left column, and British spellings. */
export const BANNED: readonly BannedWord[] = [
  banned('tells?|telling|told', 'reports, emits, notifies, or explains'),
  banned('says?|saying|said', 'reports, states, prints, or names'),
  banned('hears?|hearing|heard', 'receives, or listens to'),
  banned('stands?(?! for)|standing|stood', 'is'),
  banned('wish(?:es|ed)?', 'wants, or prefers'),
  banned('brings?|bringing|brought', 'loads, adds, or causes'),
  banned('mends?|mended|mending', 'fixes, or repairs'),
  banned('bury|buried|buries', 'deletes, or writes a tombstone'),
  banned('patience', 'timeout'),
  banned('askers?|deliverers?|strangers?|ledgers?', 'the term of the glossary'),
  banned('take-?over|taken over|takes over|took over', 'adopts'),
  banned('tak(?:e|es|en|ing) back|took back', 'unpublishes'),
  banned('of which|whoever|whatever', 'a second sentence'),
  banned('anew', 'again'),
  banned('for ever', 'forever'),
  banned('beside', 'next to, or in addition to'),
  banned('somebody', 'someone, an editor, or another editor'),
  banned(
    'behaviou?rs?(?<=iour|iours)|colou?rs?(?<=our|ours)|favourites?|neighbou?rs?(?<=our|ours)|honou?rs?(?<=our|ours)',
    'the American spelling',
  ),
  banned(
    'customis\\w+|organis\\w+|recognis\\w+|normalis\\w+|serialis\\w+|optimis\\w+|synchronis\\w+|initialis\\w+|sanitis\\w+',
    'the American spelling',
  ),
  banned(
    'catalogues?|licences?|centres?|grey|analyse[sd]?|cancelled|labelled|travelled|whilst|towards|misspelt',
    'the American spelling',
  ),
];

interface Exception {
  /** The allowed words in a sentence. */
  readonly text: string;
  readonly reason: string;
}

/** Exceptions from the rules, each with a reason. */
export const EXCEPTIONS: readonly Exception[] = [
  { text: 'All changes will be lost', reason: 'the exact words of the specification' },
];
