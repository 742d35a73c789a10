/** The other origins that a context trusts (E9, M1). */

/** Returns the origins in a context's attribute, separated by spaces or commas; undefined without the attribute. */
export function listedOrigins(context: Element | undefined): string[] | undefined {
  const list = context?.getAttribute('origins');
  return list === null || list === undefined ? undefined : list.split(/\/?(?:[\s,]+|$)/).filter(Boolean);
}

/** Returns the origins whose messages are accepted: those that the context lists, or else the page's own and the frontend's. */
export const messageOrigins = (context: Element, frontend: string): string[] =>
  listedOrigins(context) ?? [...new Set([location.origin, new URL(frontend).origin])];
