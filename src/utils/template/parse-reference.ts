import type { ReferenceParser } from '../data/text';
import { parseInert } from './inert-document';

/** Character references as the browser's parser reads them. */
export const parseReference: ReferenceParser = (reference) => parseInert(reference).textContent!;
