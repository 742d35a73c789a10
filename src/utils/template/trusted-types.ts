/** The kit's only Trusted Types policy (D13): all HTML strings and script URLs pass through it. */

interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

let policy: Policy | undefined;

const unchanged = (text: string): string => text;
const rules: Policy = { createHTML: unchanged, createScriptURL: unchanged };

/** The policy `feaas`; an identity function where the browser does not support Trusted Types. */
export function trustedTypesPolicy(): Policy {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };
  return (policy ??= trustedTypes?.createPolicy('feaas', rules) ?? rules);
}

/** Marks HTML as trusted: a template, or sanitized HTML. */
export const trustedHTML = (html: string): string => trustedTypesPolicy().createHTML(html);

/** Marks the URL of a script in a template as trusted. */
export const trustedScriptURL = (url: string): string => trustedTypesPolicy().createScriptURL(url);
