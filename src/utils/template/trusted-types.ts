/** The kit's one Trusted Types policy (D13): every HTML string and script address goes through it. */

interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

let policy: Policy | undefined;

/** The policy `feaas`; an identity where the browser has no Trusted Types. */
export function trustedTypesPolicy(): Policy {
  policy ??= (
    globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }
  ).trustedTypes?.createPolicy('feaas', { createHTML: (html) => html, createScriptURL: (url) => url }) ?? {
    createHTML: (html) => html,
    createScriptURL: (url) => url,
  };
  return policy;
}

/** HTML that is a template, or was sanitized. */
export const trustedHTML = (html: string): string => trustedTypesPolicy().createHTML(html);

/** Address of a script that a template names. */
export const trustedScriptURL = (url: string): string => trustedTypesPolicy().createScriptURL(url);
