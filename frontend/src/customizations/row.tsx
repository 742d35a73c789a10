/** A row of the table: component, page, author, age and state of a customization. */
import { useState, type MouseEvent, type ReactNode } from 'react';
import type { Fork } from '../../../src/utils/gateway/forks/forks';
import { Badge, type BadgeTone } from '../ui-kit/badge';
import { useCustomizations } from './context';
import { pageURL, shortPage } from './list';
import type { Outcome } from './batch-run';
import type { CustomizationsMessages } from './messages';

const TONES: Readonly<Record<Outcome['state'], BadgeTone>> = {
  ...{ waiting: 'accent', reset: 'good', back: 'good', failed: 'danger' },
};

interface RowProps {
  readonly fork: Fork;
  readonly outcome: Outcome | undefined;
  readonly index: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** Position and height in CSS pixels. */
  readonly top: number;
  readonly height: number;
  click(index: number, event: MouseEvent): void;
}

/** Errors of customizations that someone else has changed meanwhile. */
const CONFLICT_ERRORS = new Set(['ForkChangedError', 'ConflictError']);

function outcomeText(outcome: Outcome, { t }: CustomizationsMessages): string {
  if (outcome.state !== 'failed') return t(`state.${outcome.state}`);
  const { name, message } = outcome.error;
  return CONFLICT_ERRORS.has(name) ? t('state.left') : t('state.failed', { reason: message });
}

export function Row({ fork, outcome, index, isActive, isSelected, top, height, click }: RowProps): ReactNode {
  const { messages } = useCustomizations();
  const { t } = messages;
  // The time of the first render, for the age.
  const [now] = useState(Date.now);
  const { component, name, author, savedAt } = fork;
  const url = pageURL(fork);
  return (
    <div
      className={isSelected ? 'row row--selected' : 'row'}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-at={index}
      data-id={fork.id}
      tabIndex={isActive ? 0 : -1}
      style={{ insetBlockStart: top, blockSize: height }}
      onClick={(event) => click(index, event)}
    >
      <span className="cell cell--box" role="gridcell">
        <span className={isSelected ? 'box box--checked' : 'box'} />
      </span>
      <span className="cell cell--component" role="gridcell">
        <bdi className="cell__main">{component.split('/')[1]}</bdi>
        <bdi className="cell__more">{name}</bdi>
      </span>
      <span className="cell cell--page" role="gridcell">
        {url ? (
          <a
            className="link"
            href={url.href}
            target="_blank"
            rel="noreferrer"
            tabIndex={isActive ? 0 : -1}
            title={url.href}
          >
            <bdi>{shortPage(url, location.origin)}</bdi>
          </a>
        ) : (
          <span className="cell__more">{t('page.unknown')}</span>
        )}
      </span>
      <span className="cell cell--author" role="gridcell">
        <bdi>{author}</bdi>
      </span>
      <span className="cell cell--saved" role="gridcell">
        <time dateTime={savedAt} title={messages.formatTime(savedAt)}>
          {messages.formatAge(savedAt, now)}
        </time>
      </span>
      <span className="cell cell--state" role="gridcell">
        {outcome ? (
          <Badge tone={TONES[outcome.state]}>{outcomeText(outcome, messages)}</Badge>
        ) : (
          <>
            {fork.originChanged && <Badge tone="accent">{t('state.changed')}</Badge>}
            {fork.orphaned && <Badge tone="danger">{t('state.orphaned')}</Badge>}
          </>
        )}
      </span>
    </div>
  );
}
