/**
 * Signs in whoever edits on this machine, with the code in the address that the host printed. A host in production signs nobody
 * in: for production, ask your own server for a token of the person who is signed in there.
 */
const HOST = 'http://127.0.0.1:3333';
const KEY = 'feaas-development-code';

/** A token for the code that this browser keeps; null for everyone else. */
async function developmentToken() {
  const addressCode = /^#code=([\w-]{20,})$/.exec(location.hash)?.[1];
  if (addressCode !== undefined) {
    localStorage.setItem(KEY, addressCode);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  const code = localStorage.getItem(KEY);
  if (code === null) return null;
  const response = await fetch(`${HOST}/dev/session`, { headers: { authorization: `Bearer ${code}` } });
  return response.ok ? (await response.json()).token : null;
}

/** Lets whoever is signed in edit the components of this page. A visitor's page stays as it is. */
async function startEditing() {
  const token = await developmentToken();
  if (token === null) return;
  const context = document.querySelector('feaas-context');
  context.addEventListener('feaasAuth', (event) => event.detail.respondWith(developmentToken()));
  context.auth = token;
  context.append(document.createElement('feaas-editor'));
  for (const component of context.querySelectorAll('feaas-component')) component.toggleAttribute('editable', true);
}

// Nobody develops under another name.
if (['localhost', '127.0.0.1'].includes(location.hostname)) await startEditing();
