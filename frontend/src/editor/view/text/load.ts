/** Loads the text editor for the document that contains the text. */
import type { ScriptDependencies } from '../../../../../src/utils/frontend/types';
import { untilFrameLost } from '../iframe/frame-lost';
import type { CreateTextEditor } from '../types';

export async function loadTextEditor(
  page: Document,
  policy: ScriptDependencies['trustedTypes'],
): Promise<CreateTextEditor> {
  const { createTextEditor, LOADED_EVENT, moduleURL } = await import('./quill');
  if (page === document) return createTextEditor;
  // Quill only listens to the document that has loaded it, so a frame needs its own copy.
  const script = page.createElement('script');
  script.type = 'module';
  script.src = policy.createScriptURL(moduleURL);
  const loading = new Promise<CreateTextEditor>((resolve, reject) => {
    const loaded = ({ detail }: Event & { detail?: CreateTextEditor }): void => resolve(detail!);
    page.defaultView?.addEventListener(LOADED_EVENT, loaded, { once: true });
    script.addEventListener('error', () => reject(new Error(`The frame could not load ${moduleURL}`)), { once: true });
    page.head.append(script);
  });
  return untilFrameLost(page, loading);
}
