/** Signs in whoever edits the demo on their own machine; a host in production answers nobody here. */
import { loadPageMessages } from '../page-messages';
import { developmentToken, keepCodeOfAddress } from './development-session';

/** Detail of `feaasAuth`, as far as it is answered here. */
interface Request {
  respondWith(auth: Promise<string | null>): void;
}

/** Who opened the page without its code types it once. */
async function askForCode(): Promise<string | null> {
  const { t } = await loadPageMessages(document.documentElement.lang, navigator.language);
  return prompt(t('demo.code'));
}

export function signInOnDemand(): void {
  keepCodeOfAddress();
  document.addEventListener('feaasAuth', (event) =>
    (event as CustomEvent<Request>).detail.respondWith(developmentToken(askForCode).then((token) => token ?? null)),
  );
}
