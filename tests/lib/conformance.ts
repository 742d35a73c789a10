/** The conformance data, where its folder is there (`FEAAS_CONFORMANCE`, else beside the project). */
import { existsSync, readFileSync } from 'node:fs';

export interface ConformanceCase {
  id: string;
  group: string;
  note: string;
  template?: string;
  inner?: string;
  data?: unknown;
  attrs?: Record<string, string>;
  files?: Record<string, unknown>;
  steps?: { data?: unknown; template?: string; setAttribute?: Record<string, string | null>; click?: string }[];
  expected: string;
  snapshots?: string[];
  fresh?: boolean;
}

const folder = process.env['FEAAS_CONFORMANCE'] ?? new URL('../../../shared/conformance', import.meta.url).pathname;

/** One file of the folder; undefined where it is not there. */
export function conformance<T>(name: string): T | undefined {
  const path = `${folder}/${name}`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

/** A case with the content host's address filled in. */
export const withHost = (each: ConformanceCase, host: string): ConformanceCase =>
  JSON.parse(JSON.stringify(each).replaceAll('{{host}}', host)) as ConformanceCase;
