/** Signs in editors of the demo: by the host's identity provider if there is one, else by the development code. */
import type { AuthRequest } from './auth-request';
import { loadPageMessages } from '../page-messages';
import { developmentToken, storeCodeFromAddress } from './development-session';
import { readSignIn, signInAddress } from './host-session';

/** Prompts for the code if the page was opened without it. */
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
  // If there is no token yet, nothing is being edited, so leaving the page loses nothing.
  if (reason.name !== 'MissingAuthError') return null;
  location.assign(signInAddress());
  return new Promise(() => {});
}

export function signInOnDemand(): void {
  storeCodeFromAddress();
  document.addEventListener('feaasAuth', (event) => {
    const { detail } = event as CustomEvent<AuthRequest>;
    detail.respondWith(answer(detail.reason));
  });
}
