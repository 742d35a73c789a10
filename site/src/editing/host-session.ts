/** Sign-in by an identity provider for the host's own pages. The session is in an HTTP-only cookie and issues short-lived tokens. */

export interface HostSession {
  readonly token: string;
  readonly name: string;
  /** Validity of the token in seconds. */
  readonly expiresIn: number;
}

/** A token of the signed-in user; undefined if there is none, or the host is unavailable. */
export async function requestSession(): Promise<HostSession | undefined> {
  const response = await fetch('/auth/session', { method: 'POST' }).catch(() => undefined);
  return response?.ok ? ((await response.json()) as HostSession) : undefined;
}

/** The session of the signed-in user, else whether the host offers sign-in. */
export async function readSignIn(): Promise<HostSession | 'offered' | 'none'> {
  const response = await fetch('/auth/status').catch(() => undefined);
  if (!response?.ok) return 'none';
  const { signIn } = (await response.json()) as { signIn: 'active' | 'offered' | 'none' };
  return signIn === 'active' ? ((await requestSession()) ?? 'offered') : signIn;
}

/** The address that signs in and returns to this page. */
export const signInAddress = (): string =>
  `/auth/login?${new URLSearchParams({ returnTo: location.pathname + location.search })}`;
