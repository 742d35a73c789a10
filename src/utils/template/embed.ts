import { trustedScriptURL } from './trusted-types';

const requested = new Set<string>();

/** Loads a module script that a template names, once per document (D12). */
export function loadScript(src: string): void {
  const url = new URL(src, document.baseURI).href;
  if (requested.has(url)) return;
  requested.add(url);
  for (const script of document.scripts) if (script.src === url) return;
  const script = document.createElement('script');
  script.type = 'module';
  script.src = trustedScriptURL(src);
  document.head.append(script);
}
