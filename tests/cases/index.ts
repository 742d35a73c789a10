/**
 * Rendering cases of this project, at least one for each rule of data binding (D1-D16, D19). Each is rendered in
 * a browser by the element and in Node to a string; render, hydration and string output are compared (D18).
 */
import { readConformance, type ConformanceCase } from '../lib/conformance';
import { bindings } from './bindings';
import { lookups } from './lookups';
import { plainText } from './plain-text';
import { repeats } from './repeats';
import { scopes } from './scopes';
import { values } from './values';

/** The cases of this project, then those of the conformance data, if its folder exists. */
export const cases: readonly ConformanceCase[] = [
  ...lookups,
  ...bindings,
  ...values,
  ...plainText,
  ...repeats,
  ...scopes,
  ...(readConformance<ConformanceCase[]>('cases.json') ?? []),
];
