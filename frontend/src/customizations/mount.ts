/** The screen of customizations, in a place of a shadow root. */
import type { Gateway } from '../../../src/utils/gateway/index';
import { graphqlForks } from '../../../src/utils/gateway/forks/graphql';
import { renderRoot } from '../ui-kit/root';
import { Screen } from './screen';
import style from './customizations.css?inline';
import { loadCustomizationsMessages } from './messages';

export interface ForksOptions {
  readonly gateway: Pick<Gateway, 'client' | 'versions'>;
  readonly library: string;
  /** A language tag. */
  readonly language: string;
  /** Closes the screen; without it, it has no button for that. */
  close?(): void;
}

/** Draws it; the function that it resolves with takes it away, and what is under way then ends. */
export async function mountForks(
  place: HTMLElement,
  { gateway, library, language, close }: ForksOptions,
): Promise<() => void> {
  const messages = await loadCustomizationsMessages(language);
  const forks = graphqlForks(gateway.client);
  const { unmount } = await renderRoot(
    place,
    Screen,
    { library, forks, versions: gateway.versions, messages, close },
    style,
  );
  return unmount;
}
