/** Replaces secrets in a URL by `***`. */
export function redactUrl(text: string): string {
  try {
    const url = new URL(text);
    if (url.password !== '') url.password = '***';
    for (const name of url.searchParams.keys()) url.searchParams.set(name, '***');
    return url.href;
  } catch {
    return '***';
  }
}

/** The host and path of a URL, without secrets. */
export function locationOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'DATABASE_URL';
  }
}
