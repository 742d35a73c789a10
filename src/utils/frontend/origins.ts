/** Which other origins a context trusts (E9, M1). */

/** Origins that a context's attribute lists, separated by spaces or commas; undefined without the attribute. */
export function listedOrigins(context: Element | undefined): string[] | undefined {
  const list = context?.getAttribute('origins');
  return list === null || list === undefined ? undefined : list.split(/\/?(?:[\s,]+|$)/).filter(Boolean);
}

/** Origins whose messages count: those that the context lists, else the page's own and the frontend's. */
export const messageOrigins = (context: Element, frontend: string): string[] =>
  listedOrigins(context) ?? [...new Set([location.origin, new URL(frontend).origin])];
