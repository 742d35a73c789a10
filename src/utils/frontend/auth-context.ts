/** A `feaas-context`, as far as somebody signs in there. */
import type { Auth } from '../gateway';
import { backendOf } from './addresses';

export type AuthContext = HTMLElement & { auth: Auth | null; signIn?: boolean | string };

/**
 * How somebody may sign in by a window: it opens at once, for a click that is about signing in. Or a dialog offers it: after any
 * button that needs it, or for what runs by itself only right after a click, and never once somebody has signed out.
 */
export type SignInOffer = 'window' | 'dialog' | 'after-click' | 'none';

/** Whether editors sign in by a window. Before the element is defined, its attribute tells. */
export function offersSignIn(context: AuthContext): boolean {
  const value = signInOf(context);
  return value !== null && value !== false && value !== 'false';
}

/** Origin of the host that signs people in: what `sign-in` names, else that of the backend. @throws TypeError for no URL */
export function signInHostOf(context: AuthContext): string {
  const value = signInOf(context);
  const url = typeof value === 'string' && value !== '' && value !== 'true' ? value : backendOf(context);
  return new URL(url, document.baseURI).origin;
}

const signInOf = (context: AuthContext): boolean | string | null => context.signIn ?? context.getAttribute('sign-in');
