/** A `feaas-context`, as far as somebody signs in there. */
import type { Auth } from '../gateway';

export type AuthContext = HTMLElement & { auth: Auth | null; signIn?: boolean | string };

/**
 * How somebody may sign in by a window: it opens at once, for a click that is about signing in. Or a dialog offers it: after any
 * button that needs it, or for what runs by itself only right after a click, and never once somebody has signed out.
 */
export type SignInOffer = 'window' | 'dialog' | 'after-click' | 'none';

/** Whether editors sign in by a window. */
export function offersSignIn(context: AuthContext): boolean {
  const value = signInValueOf(context);
  return value !== null && value !== false && value !== 'false';
}

/** The value of `sign-in`. Before the element is defined, its attribute tells. */
export const signInValueOf = (context: AuthContext): boolean | string | null =>
  context.signIn ?? context.getAttribute('sign-in');
