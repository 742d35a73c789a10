/** Reads the conformance data, if its folder exists (`FEAAS_CONFORMANCE`, or `shared/conformance` next to the project). */
import { existsSync, readFileSync } from 'node:fs';
import { send, type Route } from './server';

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
  /** The content after the last step. */
  expected: string;
  snapshots?: string[];
  fresh?: boolean;
}

const folder = process.env['FEAAS_CONFORMANCE'] ?? new URL('../../../shared/conformance', import.meta.url).pathname;

/** Reads a JSON file of the folder; undefined if it does not exist. */
export function readConformance<T>(name: string): T | undefined {
  const path = `${folder}/${name}`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

/** Replaces `{{host}}` in a case by the address of the content host. */
export const withHost = (each: ConformanceCase, host: string): ConformanceCase =>
  JSON.parse(JSON.stringify(each).replaceAll('{{host}}', host)) as ConformanceCase;

/** Creates a route that serves the files of one case at a time. */
export function caseFiles(): { route: Route; serve(each: ConformanceCase): void } {
  let files: Record<string, unknown> = {};
  return {
    serve: (each) => (files = each.files ?? {}),
    route: (_request, response, url) => {
      const file = files[url.pathname];
      if (file === undefined) return undefined;
      const isText = typeof file === 'string';
      send(response, isText ? file : JSON.stringify(file), isText ? 'text/html' : 'application/json');
      return true;
    },
  };
}

/** The inputs of a component at one step of a case. */
export interface CaseState {
  template: string;
  data: unknown;
  attributes: Record<string, string>;
}

/** Returns the template, data and attributes at the beginning of a case and after each of its steps. */
export function walkStates(each: ConformanceCase): CaseState[] {
  const state: CaseState = {
    template: each.template ?? each.inner ?? '',
    data: each.data,
    attributes: { ...each.attrs },
  };
  const states = [{ ...state }];
  for (const step of each.steps ?? []) {
    if ('data' in step) state.data = step.data;
    if (step.template !== undefined) state.template = step.template;
    for (const [name, value] of Object.entries(step.setAttribute ?? {})) {
      if (name === 'data') state.data = value === null ? undefined : JSON.parse(value);
    }
    states.push({ ...state });
  }
  return states;
}
