/** A `feaas-context`, as far as sign-in uses it. */
import type { Auth } from '../gateway';

export type AuthContext = HTMLElement & { auth: Auth | null; signIn?: boolean | string };

/**
 * How signing in may be offered. `window` opens the window at once, for a click that is about signing in.
 * `dialog` offers it in a dialog, after any button that requires signing in.
 * `after-click` offers the dialog to other operations, only right after a click, and never after signing out.
 */
export type SignInOffer = 'window' | 'dialog' | 'after-click' | 'none';

/** Whether editors sign in by a window. */
export function offersSignIn(context: AuthContext): boolean {
  const value = signInValueOf(context);
  return value !== null && value !== false && value !== 'false';
}

/** Returns the value of `sign-in`; before the element is defined, that of its attribute. */
export const signInValueOf = (context: AuthContext): boolean | string | null =>
  context.signIn ?? context.getAttribute('sign-in');
