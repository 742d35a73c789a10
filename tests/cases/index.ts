/**
 * Rendering cases of the project's own, at least one for each rule of data binding (D1-D16, D19). Each is painted in
 * a browser through the element, printed in Node, and painted, adopted and printed against each other (D18).
 */
import { readConformance, type ConformanceCase } from '../lib/conformance';
import { bindings } from './bindings';
import { lookups } from './lookups';
import { plainText } from './plain-text';
import { repeats } from './repeats';
import { scopes } from './scopes';
import { values } from './values';

/** The project's own cases, then those of the conformance data where its folder is there. */
export const cases: readonly ConformanceCase[] = [
  ...lookups,
  ...bindings,
  ...values,
  ...plainText,
  ...repeats,
  ...scopes,
  ...(readConformance<ConformanceCase[]>('cases.json') ?? []),
];
