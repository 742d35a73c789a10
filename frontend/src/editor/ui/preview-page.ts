/** The host's preview page, for what is edited: at any width, with samples or live data. */
import type { EditorController } from '../types';

/** Opens it in another tab, with what visitors of this place are given. */
export function openPreview({ shell, session, messages }: EditorController): void {
  const { frontend, library, target } = shell;
  const { forked, version } = session.snapshot;
  const name = forked && version ? version.name : target.version;
  const search = new URLSearchParams({
    feaasSrc: [library, target.component, name].join('/'),
    lang: messages.language,
  });
  open(`${frontend}/preview.html?${search}`, '_blank', 'noopener');
}
