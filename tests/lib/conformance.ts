/** The conformance data, where its folder is there (`FEAAS_CONFORMANCE`, else beside the project). */
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
  expected: string;
  snapshots?: string[];
  fresh?: boolean;
}

const folder = process.env['FEAAS_CONFORMANCE'] ?? new URL('../../../shared/conformance', import.meta.url).pathname;

/** One file of the folder; undefined where it is not there. */
export function readConformance<T>(name: string): T | undefined {
  const path = `${folder}/${name}`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

/** A case with the content host's address filled in. */
export const withHost = (each: ConformanceCase, host: string): ConformanceCase =>
  JSON.parse(JSON.stringify(each).replaceAll('{{host}}', host)) as ConformanceCase;

/** Serves the files of one case at a time. */
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

/** What a component has at one moment of a case. */
export interface CaseState {
  template: string;
  data: unknown;
  attributes: Record<string, string>;
}

/** A case and its steps as the template, data and attributes after each. */
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
