/** `api.txt`: the whole public API, one line per item. */
import { readFileSync } from 'node:fs';

interface Docs {
  components: {
    tag: string;
    encapsulation: string;
    props: { name: string; attr?: string; type: string; default?: string; reflectToAttr: boolean }[];
    methods: { signature: string; name: string }[];
    events: { event: string; detail: string }[];
    slots: { name: string }[];
    parts: { name: string }[];
    styles: { name: string }[];
  }[];
}

const singleLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Exported names of a module's source, including those of `export *` from relative modules. */
function exportedNames(path: string, into = new Set<string>()): Set<string> {
  const code = readFileSync(path, 'utf8');
  for (const [, names] of code.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g)) {
    for (const name of names!.split(',')) {
      const last = name
        .trim()
        .split(/\s+as\s+|\s+/)
        .at(-1);
      if (last) into.add(last);
    }
  }
  for (const [, name] of code.matchAll(
    /export\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:function|const|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g,
  ))
    into.add(name!);
  for (const [, from] of code.matchAll(/export\s+\*\s+from\s+'(\.[^']+)'/g))
    exportedNames(new URL(`${from}.ts`, `file://${path}`).pathname, into);
  return into;
}

/** The API as text: elements from Stencil's docs, functions and types from the entries' exports. */
export function surface(): string {
  const root = new URL('..', import.meta.url).pathname;
  const docs = JSON.parse(readFileSync(`${root}dist/docs.json`, 'utf8')) as Docs;
  const lines: string[] = [];
  for (const { tag, encapsulation, props, methods, events, slots, parts, styles } of docs.components) {
    lines.push(`${tag},${encapsulation}`);
    for (const { name, attr, type, default: value, reflectToAttr } of props) {
      lines.push(`${tag},prop,${name},${attr ?? '-'},${singleLine(type)},${value ?? 'undefined'},${reflectToAttr}`);
    }
    for (const { signature } of methods) lines.push(`${tag},method,${singleLine(signature)}`);
    for (const { event, detail } of events) lines.push(`${tag},event,${event},${singleLine(detail)}`);
    for (const { name } of slots) lines.push(`${tag},slot,${name}`);
    for (const { name } of parts) lines.push(`${tag},part,${name}`);
    for (const { name } of styles) lines.push(`${tag},css-prop,${name}`);
  }
  for (const [entry, path] of [
    ['feaas-kit', 'src/index.ts'],
    ['feaas-kit/server', 'src/server.ts'],
  ] as const) {
    for (const name of [...exportedNames(root + path)].sort()) lines.push(`${entry},export,${name}`);
  }
  return lines.join('\n') + '\n';
}
