/** The kit's one Trusted Types policy (D13): every HTML string and script address goes through it. */

interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

let policy: Policy | undefined;

const unchanged = (text: string): string => text;
const rules: Policy = { createHTML: unchanged, createScriptURL: unchanged };

/** The policy `feaas`; an identity where the browser has no Trusted Types. */
export function trustedTypesPolicy(): Policy {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };
  return (policy ??= trustedTypes?.createPolicy('feaas', rules) ?? rules);
}

/** HTML that is a template, or was sanitized. */
export const trustedHTML = (html: string): string => trustedTypesPolicy().createHTML(html);

/** Address of a script that a template names. */
export const trustedScriptURL = (url: string): string => trustedTypesPolicy().createScriptURL(url);
