/** Splits text into tokens for the documentation's search. */
import { stemmer } from 'stemmer';

/** A name with separators, such as `data-path`, `FEAAS_MAX_AGE` or `next.js`. */
const NAME = /[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu;
const JOINTS = /[-_.]|(?<=\p{Ll})(?=\p{Lu})/u;

export interface Token {
  readonly at: number;
  readonly end: number;
  /** Index terms: the whole name, and its parts if it is compound. */
  readonly terms: readonly [whole: string, ...parts: string[]];
}

/** Stems words, so that `themes` equals `theme`. Parts of names such as `whenRendered` are terms, too. */
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
