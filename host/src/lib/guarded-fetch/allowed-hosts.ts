import { isIP } from 'node:net';
import { HostError } from '../host-error.js';

/** Whether a host name, as the URL parser returns it, is on a list. */
export type HostRule = (hostname: string) => boolean;

/**
 * Creates a rule from host names: `cdn.example.com`, or `*.example.com` for all subdomains but not the domain itself.
 * An empty list allows nothing.
 * @throws HostError for an entry that cannot match.
 */
export function hostRule(list: readonly string[]): HostRule {
  const exact = new Set<string>();
  const suffixes: string[] = [];
  for (const entry of list) {
    const isWildcard = entry.startsWith('*.');
    const name = nameOf(isWildcard ? entry.slice(2) : entry);
    if (name === undefined || (isWildcard && (isIP(name) !== 0 || name.startsWith('[') || !name.includes('.'))))
      throw new HostError(
        `'${entry}' is no host for the media proxy. Write one like cdn.example.com or *.example.com.`,
      );
    if (isWildcard) suffixes.push(`.${name}`);
    else exact.add(name);
  }
  return (hostname) => exact.has(hostname) || suffixes.some((suffix) => hostname.endsWith(suffix));
}

/** Normalizes a host name with the URL parser; undefined for an invalid one, or one with other URL parts. */
function nameOf(text: string): string | undefined {
  if (text === '' || /[/\\@?#*%\s]/.test(text)) return undefined;
  try {
    const url = new URL(`http://${text}/`);
    return url.port === '' && url.host === url.hostname && !/:\d*$/.test(text.replace(/^\[.*\]/, ''))
      ? url.hostname
      : undefined;
  } catch {
    return undefined;
  }
}
