/** Creates the editable root: the element itself or, for an isolated component, a frame over it (E2). */
import type { ScriptDependencies } from '../../../src/utils/frontend/types';
import type { EditorMessages } from './types';
import type { ContentElement, EditableRoot } from './view/types';

/** The element with the content of an isolated component. */
function isolatedIn({ shadowRoot }: Element): HTMLElement | undefined {
  return Array.from(shadowRoot?.children ?? []).find(
    (child): child is HTMLElement => child.getAttribute('part') === 'content',
  );
}

/**
 * @param name of the component, for the label of the frame
 * @throws Error in a shadow root of the page. No browser reports selections there reliably, so typed text would be
 * lost.
 */
export async function createEditableRoot(
  element: ContentElement,
  name: string,
  messages: EditorMessages,
  dependencies: ScriptDependencies,
): Promise<EditableRoot> {
  const content = isolatedIn(element);
  if (content) {
    const { createFrameOver } = await import('./view/iframe/frame');
    return createFrameOver(
      element,
      content,
      messages.t('editor.label', { component: name }),
      dependencies.trustedTypes,
    );
  }
  if (element.getRootNode() instanceof ShadowRoot)
    throw new Error(
      `the editor cannot edit component "${name}", as it is in a shadow root of the page. Set isolate on <${element.localName}>.`,
    );
  return {
    ...{ root: element, content: element },
    ...{ inPage: (each) => each, toPage: (area) => area, fromPage: (point) => point },
    ...{ update() {}, isLost: () => false, close() {} },
  };
}
