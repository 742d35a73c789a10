/** The kit's only Trusted Types policy (D13): all HTML strings and script URLs pass through it. */

interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

let policy: Policy | undefined;

const unchanged = (text: string): string => text;
const rules: Policy = { createHTML: unchanged, createScriptURL: unchanged };

/**
 * The policy `feaas`; plain strings where the browser does not support Trusted Types. A policy of the page that does
 * not list `feaas` may still accept strings: it may have a default policy, or may not require Trusted Types.
 */
export function trustedTypesPolicy(): Policy {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };
  try {
    policy ??= trustedTypes?.createPolicy('feaas', rules);
  } catch {
    // The browser's console names the directive.
  }
  return (policy ??= rules);
}

/** Marks HTML as trusted: a template, or sanitized HTML. */
export const trustedHTML = (html: string): string => trustedTypesPolicy().createHTML(html);

/** Marks the URL of a script in a template as trusted. */
export const trustedScriptURL = (url: string): string => trustedTypesPolicy().createScriptURL(url);
