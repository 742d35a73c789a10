/** Integrates an editor with its page: it highlights editable components, and handles framed pages. It is loaded after the editor. */
import { frontendOf } from './addresses';
import { EditOutline } from './edit-outline';
import { contentOf } from './find-content';
import { contextOf } from './find-context';
import { PreviewFrames } from './preview-frames';
import { messageOrigins } from './origins';

export interface PageIntegrationDependencies {
  /** Whether a component belongs to the editor, and nothing is open. */
  isOffered(component: HTMLElement): boolean;
  /** Resolves with whether it is edited now. */
  open(component: HTMLElement): Promise<boolean>;
  /** Messages that arrived before this module was loaded. */
  readonly early: readonly MessageEvent[];
}

export interface PageIntegration {
  /** The edited markup changed, or whether the host has it. */
  update(markup: string | undefined, isSaved: boolean): void;
  /** The editor opened or closed. */
  changed(isOpen: boolean): void;
  stop(): void;
}

export function startPageIntegration(
  editor: Element,
  { isOffered, open, early }: PageIntegrationDependencies,
): PageIntegration {
  const editOutline = new EditOutline({
    isOffered,
    idOf: (component) => contentOf(component)?.source.component ?? '',
    open: (component) => void open(component),
  });
  const frames = new PreviewFrames({
    // Only pages of the context's origins are accepted (M1).
    origins: () => {
      const context = contextOf(editor);
      return context ? messageOrigins(context, frontendOf(context)) : [];
    },
    open,
  });
  for (const event of early) frames.onMessage(event);
  return {
    update: (markup, isSaved) => frames.update(markup, isSaved),
    changed(isOpen) {
      if (!isOpen) frames.closed();
      editOutline.update();
    },
    stop() {
      frames.stop();
      editOutline.stop();
    },
  };
}
