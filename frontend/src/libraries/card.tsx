/** A card with a component's thumbnail and names, and the state, preview and embed code of each version. */
import { useId, useState, type ReactNode } from 'react';
import {
  stateOf,
  type ComponentOverview,
  type VersionOverview,
  type VersionState,
} from '../../../src/utils/gateway/overview/overview';
import { addressAt } from '../../../src/utils/thumbnail/revalidate';
import { Badge, type BadgeTone } from '../ui-kit/badge';
import { PictureOrDrawing } from '../ui-kit/picture-or-drawing';
import { embedCode, previewURL } from './addresses';
import { useLibrary } from './context';
import { Embed } from './embed';

const TONES: Readonly<Record<VersionState, BadgeTone>> = {
  ...{ published: 'good', changed: 'accent', staged: 'accent', draft: 'neutral' },
  ...{ unpublished: 'danger', deleted: 'danger' },
};

const isPublic = (state: VersionState): boolean => state === 'published' || state === 'changed';

function Version({ of, version }: { readonly of: ComponentOverview; readonly version: VersionOverview }): ReactNode {
  const { messages, host } = useLibrary();
  const { t } = messages;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const state = stateOf(version);
  const address = { component: of.id, version: version.name };
  const values = { name: of.name, version: version.name };
  return (
    <li className="version">
      <div className="version__line">
        <bdi className="version__name">{version.name}</bdi>
        <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
        {state !== 'deleted' && (
          <span className="version__actions">
            <a
              className="link"
              href={previewURL(address, state, messages.language)}
              aria-label={t('action.previewOf', values)}
            >
              {t('action.preview')}
            </a>
            <button
              className="button button--small"
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={t('action.embedOf', values)}
              onClick={() => setOpen(!isOpen)}
            >
              {t('action.embed')}
            </button>
          </span>
        )}
      </div>
      {isOpen && <Embed id={id} code={embedCode(address, host)} isDraft={!isPublic(state)} />}
    </li>
  );
}

export function Card({ component }: { readonly component: ComponentOverview }): ReactNode {
  const { messages } = useLibrary();
  const { t } = messages;
  // The time of the first render, for the age.
  const [now] = useState(Date.now);
  const { id, name, description, modifiedAt, thumbnail, versions, hasMoreVersions } = component;
  return (
    <li className="card" data-id={id}>
      <PictureOrDrawing
        src={thumbnail && addressAt(thumbnail.src, Date.parse(thumbnail.renderedAt))}
        name={name}
        isLazy
      />
      <div className="card__text">
        {/* "Show more" moves the focus here. */}
        <h2 className="card__name" tabIndex={-1} dir="auto">
          {name}
        </h2>
        <bdi className="card__id">{id}</bdi>
        {description && (
          <p className="card__description" dir="auto">
            {description}
          </p>
        )}
        <p className="card__age">
          <time dateTime={modifiedAt} title={messages.formatTime(modifiedAt)}>
            {t('modified', { age: messages.formatAge(modifiedAt, now) })}
          </time>
        </p>
        {versions.length > 0 ? (
          <ul className="versions">
            {versions.map((version) => (
              <Version key={version.name} of={component} version={version} />
            ))}
          </ul>
        ) : (
          <p className="card__age">{t('version.none')}</p>
        )}
        {hasMoreVersions && <p className="card__age">{t('version.more')}</p>}
      </div>
    </li>
  );
}
