/** The host's preview page for the edited version: at any width, with samples or live data. */
import { languageOf } from '../../ui-kit/content-language';
import type { EditorController } from '../types';

/** Opens the preview page in another tab, in the language of the element. */
export function openPreview({ shell, session, element }: EditorController): void {
  const { frontend, library, target } = shell;
  const { forked, version } = session.snapshot;
  const name = forked && version ? version.name : target.version;
  const search = new URLSearchParams({
    feaasSrc: [library, target.component, name].join('/'),
    lang: languageOf(element),
  });
  open(`${frontend}/preview.html?${search}`, '_blank', 'noopener');
}
