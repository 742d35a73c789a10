/** Signs in whoever edits the demo: by an identity provider where the host has one, else on their own machine by its code. */
import type { AuthRequest } from './auth-request';
import { loadPageMessages } from '../page-messages';
import { developmentToken, keepCodeOfAddress } from './development-session';
import { readSignIn, signInAddress } from './host-session';

/** Who opened the page without its code types it once. */
async function askForCode(): Promise<string | null> {
  const { t } = await loadPageMessages(document.documentElement.lang, navigator.language);
  return prompt(t('demo.code'));
}

async function answer(reason: Error): Promise<string | null> {
  const token = await developmentToken();
  if (token !== undefined) return token;
  const signIn = await readSignIn();
  if (signIn === 'none') return (await developmentToken(askForCode)) ?? null;
  if (signIn !== 'offered') return signIn.token;
  // Nothing is being edited yet, so nothing is lost by leaving the page.
  if (reason.name !== 'MissingAuthError') return null;
  location.assign(signInAddress());
  return new Promise(() => {});
}

export function signInOnDemand(): void {
  keepCodeOfAddress();
  document.addEventListener('feaasAuth', (event) => {
    const { detail } = event as CustomEvent<AuthRequest>;
    detail.respondWith(answer(detail.reason));
  });
}
