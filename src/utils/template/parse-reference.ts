import type { ReferenceParser } from '../data/text';
import { parseInert } from './inert-document';

/** Decodes character references with the browser's parser. */
export const parseReference: ReferenceParser = (reference) => parseInert(reference).textContent!;
