/** Sign-in by an identity provider, for the host's own pages: it is in a cookie that scripts cannot read, and gives tokens of minutes. */

export interface HostSession {
  readonly token: string;
  readonly name: string;
  /** Seconds for which the token is valid. */
  readonly expiresIn: number;
}

/** A token of whoever is signed in here; undefined for nobody, and where the host does not answer. */
export async function requestSession(): Promise<HostSession | undefined> {
  const response = await fetch('/auth/session', { method: 'POST' }).catch(() => undefined);
  return response?.ok ? ((await response.json()) as HostSession) : undefined;
}

/** Whoever is signed in here; or that people can sign in; or that this host signs nobody in. */
export async function readSignIn(): Promise<HostSession | 'offered' | 'none'> {
  const response = await fetch('/auth/status').catch(() => undefined);
  if (!response?.ok) return 'none';
  const { signIn } = (await response.json()) as { signIn: 'active' | 'offered' | 'none' };
  return signIn === 'active' ? ((await requestSession()) ?? 'offered') : signIn;
}

/** Signs in, and comes back to this page. */
export const signInAddress = (): string =>
  `/auth/login?${new URLSearchParams({ returnTo: location.pathname + location.search })}`;
