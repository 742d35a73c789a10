/** The words of a text, as the search of the documentation compares them. */
import { stemmer } from 'stemmer';

/** A name with its joints, such as `data-path`, `FEAAS_MAX_AGE` or `next.js`. */
const NAME = /[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu;
const JOINTS = /[-_.]|(?<=\p{Ll})(?=\p{Lu})/u;

export interface Token {
  readonly at: number;
  readonly end: number;
  /** As the index has it: the whole name, and its parts where it has any. */
  readonly terms: readonly [whole: string, ...parts: string[]];
}

/** `themes` and `theme` are one word; the parts of `whenRendered` are words, too. */
const termsOf = (name: string): [string, ...string[]] => {
  const parts = name.split(JOINTS).map((part) => stemmer(part.toLowerCase()));
  return parts.length === 1 ? [parts[0]!] : [name.toLowerCase(), ...parts];
};

export const tokenize = (text: string): Token[] =>
  [...text.matchAll(NAME)].map(({ 0: name, index }) => ({
    at: index,
    end: index + name.length,
    terms: termsOf(name),
  }));
