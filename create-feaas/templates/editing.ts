/**
 * Signs in whoever edits on this machine. Call this in development only: for production, ask your own server for a token of
 * the person who is signed in there.
 */
import type {} from 'feaas-kit';

/** Where the browser keeps the code. */
const KEY = 'feaas-development-code';

const replaceAddress = (path: string): void => history.replaceState(history.state, '', path);

/**
 * A token for the code in the address that the host printed, or that this browser keeps; null for everyone else.
 * @param replace takes the code out of the address. Give the function of your router, if it has one.
 */
export async function developmentToken(host: string, replace = replaceAddress): Promise<string | null> {
  const addressCode = /^#code=([\w-]{20,})$/.exec(location.hash)?.[1];
  if (addressCode !== undefined) {
    localStorage.setItem(KEY, addressCode);
    replace(location.pathname + location.search);
  }
  const code = localStorage.getItem(KEY);
  if (code === null) return null;
  const response = await fetch(`${host}/dev/session`, { headers: { authorization: `Bearer ${code}` } });
  return response.ok ? ((await response.json()) as { token: string }).token : null;
}

/** Lets whoever is signed in edit the components of this page. A visitor's page stays as it is. */
export async function startEditing(host: string, replace = replaceAddress): Promise<void> {
  const token = await developmentToken(host, replace);
  const context = document.querySelector('feaas-context');
  // Frameworks may start twice in development.
  if (token === null || context === null || context.querySelector('feaas-editor')) return;
  context.addEventListener('feaasAuth', (event) => event.detail.respondWith(developmentToken(host)));
  context.auth = token;
  context.append(document.createElement('feaas-editor'));
  for (const component of context.querySelectorAll('feaas-component')) component.toggleAttribute('editable', true);
}
