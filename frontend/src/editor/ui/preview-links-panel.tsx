/** Preview links, which show the edited version without a token. Creates, copies and revokes them. */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { graphqlPreviewLinks } from '../../../../src/utils/gateway/preview-links/graphql';
import type { PreviewLink } from '../../../../src/utils/gateway/preview-links/preview-links';
import { useEditor } from './context';
import { reasonOf } from './error-reason';
import { Modal } from './modal';

export function PreviewLinksPanel(): ReactNode {
  const { controller } = useEditor();
  const { shell, messages, session } = controller;
  const { t } = messages;
  const { frontend, library, target } = shell;
  const { forked, version } = session.snapshot;
  const id = [library, target.component, forked && version ? version.name : target.version].join('/');
  const links = useMemo(() => graphqlPreviewLinks(shell.gateway.client), [shell]);
  const [activeLinks, setActiveLinks] = useState<readonly PreviewLink[]>();
  const [createdLink, setCreatedLink] = useState<{ readonly id: string; readonly link: string }>();
  const [outcome, setOutcome] = useState('');
  const [isDenied, setDenied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLButtonElement>(null);

  const load = useCallback(async (): Promise<void> => {
    const now = new Date().toISOString();
    const found = await links.list(library);
    setActiveLinks(
      found.filter(
        ({ versions, expiresAt, revokedAt }) =>
          revokedAt === null && expiresAt > now && versions.some((each) => each.id === id),
      ),
    );
  }, [links, library, id]);
  /** Runs an action and displays its outcome. */
  const attempt = useCallback(
    (work: () => Promise<string>): void =>
      void work().then(setOutcome, (error: Error) => {
        if (error.name !== 'ForbiddenError')
          return setOutcome(t('previewLinks.failed', { reason: reasonOf(error, messages) }));
        setDenied(true);
        return setOutcome(t('previewLinks.denied'));
      }),
    [messages, t],
  );
  useEffect(() => attempt(async () => (await load(), '')), [attempt, load]);

  const create = (pinned: boolean): void =>
    attempt(async () => {
      const created = await links.create(library, id, pinned);
      const link = new URL(frontend + created.path, location.href).href;
      setCreatedLink({ id: created.id, link });
      await load();
      try {
        // The clipboard is unavailable on pages without TLS.
        await navigator.clipboard.writeText(link);
        return t('previewLinks.copied');
      } catch {
        field.current?.select();
        return t('previewLinks.copy');
      }
    });
  const revoke = (link: PreviewLink): void =>
    attempt(async () => {
      await links.revoke(library, link.id);
      if (createdLink?.id === link.id) setCreatedLink(undefined);
      await load();
      // The button of the revoked link is gone.
      first.current?.focus();
      return t('previewLinks.revoked');
    });

  const dates = new Intl.DateTimeFormat(messages.language, { dateStyle: 'medium' });
  return (
    <Modal title={t('tool.previewLinks')}>
      <p className="dialog__text dialog__text--more">{t('previewLinks.explain')}</p>
      {!isDenied && (
        <div className="preview-links__new">
          <button ref={first} className="button" type="button" onClick={() => create(false)}>
            {t('previewLinks.newest')}
          </button>
          <button className="button" type="button" onClick={() => create(true)}>
            {t('previewLinks.pinned')}
          </button>
        </div>
      )}
      {createdLink !== undefined && (
        <input
          ref={field}
          className="field__input"
          aria-label={t('previewLinks.link')}
          value={createdLink.link}
          readOnly
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <p className="preview-links__outcome" role="status">
        {outcome}
      </p>
      {activeLinks?.length === 0 && <p className="dialog__text--more">{t('previewLinks.none')}</p>}
      <ul className="preview-links" aria-label={t('tool.previewLinks')}>
        {activeLinks?.map((link) => {
          const revision = link.versions.find((each) => each.id === id)!.revision;
          const what = revision === null ? t('previewLinks.ofNewest') : t('previewLinks.ofRevision', { revision });
          const date = dates.format(new Date(link.expiresAt));
          const text = t('previewLinks.row', { what, author: link.createdBy, date });
          return (
            <li key={link.id} className="preview-links__row">
              <span>{text}</span>
              <button
                className="button button--danger"
                type="button"
                aria-label={`${t('previewLinks.revoke')}: ${text}`}
                onClick={() => revoke(link)}
              >
                {t('previewLinks.revoke')}
              </button>
            </li>
          );
        })}
      </ul>
    </Modal>
  );
}
