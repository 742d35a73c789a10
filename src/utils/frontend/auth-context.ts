/** A `feaas-context`, as far as somebody signs in there. */
import type { Auth } from '../gateway';
import { backendOf } from './addresses';

export type AuthContext = HTMLElement & { auth: Auth | null; signIn?: boolean | string };

/**
 * How a sign-in window may open: at once after a click, by a button of a dialog, or not at all. What runs by itself never opens a
 * window, even if somebody happens to type at that moment.
 */
export type SignInOffer = 'window' | 'dialog' | 'none';

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
