/** Mounts the screen of customizations within a shadow root. */
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
  /** Closes the screen. Without it, there is no close button. */
  close?(): void;
}

/** Renders the screen. Resolves with a function that removes it and ends running actions. */
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
