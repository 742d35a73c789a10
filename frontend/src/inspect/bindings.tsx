/** Lists every binding of a component, once for all its repetitions: target, path and outcome. */
import { useMemo, useState, type ReactNode } from 'react';
import { isCleaned, isMissing, type BindingReport } from '../../../src/utils/inspect/types';
import { useInspector, type ItemProps } from './context';
import { BindingExplanation, valueText } from './binding-explanation';
import { Icon } from './icons';
import { Badge } from './list';
import type { InspectorMessages } from './messages';

const FILTERS = ['all', 'missing', 'cleaned'] as const;
type Filter = (typeof FILTERS)[number];

const MATCHERS: Readonly<Record<Filter, (finding: BindingReport) => boolean>> = {
  all: () => true,
  missing: isMissing,
  cleaned: isCleaned,
};

/** The target of a binding as text. */
export const targetText = ({ target }: BindingReport, { t }: InspectorMessages): string =>
  target === 'content' || target === 'repeat' || target === 'attributes' || target === 'data'
    ? t(`target.${target}`)
    : target;

export const outcomeText = ({ outcome, value }: BindingReport, { t }: InspectorMessages): string =>
  t(`outcome.${outcome}`, { count: Array.isArray(value) ? value.length : 0 });

export function Bindings({ item: { explanation } }: ItemProps): ReactNode {
  const { messages } = useInspector();
  const { t } = messages;
  const { findings, state, more } = explanation;
  const [filter, setFilter] = useState<Filter>('all');
  const groups = useMemo(() => {
    const byBinding = new Map<object, BindingReport[]>();
    for (const each of findings) byBinding.set(each.binding, [...(byBinding.get(each.binding) ?? []), each]);
    return [...byBinding.values()];
  }, [findings]);
  if (state !== 'painted') return <p className="note">{t(`bindings.${state}`)}</p>;
  const visible = groups
    .map((group) => ({ group, fitting: group.filter(MATCHERS[filter]) }))
    .filter(({ fitting }) => fitting.length > 0);
  return (
    <>
      <div className="filters" role="group" aria-label={t('bindings.show')}>
        {FILTERS.map((each) => (
          <button
            key={each}
            className="chip"
            type="button"
            aria-pressed={each === filter}
            onClick={() => setFilter(each)}
          >
            {t(`bindings.${each}`)}{' '}
            <span className="chip__count">{groups.filter((group) => group.some(MATCHERS[each])).length}</span>
          </button>
        ))}
      </div>
      {visible.length === 0 && <p className="note">{t('bindings.none')}</p>}
      <ul className="findings">
        {visible.map(({ group, fitting }, index) => (
          <Group key={index} group={group} fitting={fitting} />
        ))}
      </ul>
      {more && <p className="note">{t('bindings.more')}</p>}
    </>
  );
}

interface GroupProps {
  /** The reports of one binding at each of its places. Never empty. */
  readonly group: readonly BindingReport[];
  /** The reports that match the filter. */
  readonly fitting: readonly BindingReport[];
}

function Group({ group, fitting }: GroupProps): ReactNode {
  const { messages, highlight, show } = useInspector();
  const { t } = messages;
  const [isOpen, setOpen] = useState(false);
  const missing = group.filter(isMissing);
  const cleaned = group.filter(isCleaned);
  // Shows the report that most needs attention.
  const finding = fitting.find(isMissing) ?? fitting.find(isCleaned) ?? fitting[0]!;
  const nodes = fitting.flatMap((each) => each.nodes);
  return (
    <li
      className={isOpen ? 'finding finding--open' : 'finding'}
      onPointerEnter={() => highlight.show(...nodes)}
      onPointerLeave={() => highlight.show()}
    >
      <button
        className="finding__row"
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onFocus={() => highlight.show(...nodes)}
        onBlur={() => highlight.show()}
      >
        <Icon name="open" />
        <code className="finding__target" dir="ltr">
          {`<${finding.nodes[0]?.localName ?? ''}>`} <span>{targetText(finding, messages)}</span>
        </code>
        <code className="finding__path" dir="ltr">
          {finding.path}
        </code>
        <bdi className="finding__value">{finding.target === 'repeat' ? '' : valueText(finding.value, 120)}</bdi>
        <span className="finding__what">
          {missing.length > 0 && <Badge kind="missing" count={missing.length} />}
          {cleaned.length > 0 && <Badge kind="cleaned" count={cleaned.length} />}
          {group.length > 1 && <span className="finding__count">×{group.length}</span>}
          <span className={`outcome outcome--${finding.outcome}`}>{outcomeText(finding, messages)}</span>
        </span>
      </button>
      {isOpen && (
        <div className="finding__why">
          <BindingExplanation finding={finding} />
          {finding.nodes[0]?.isConnected && (
            <button
              className="button"
              type="button"
              onClick={() => {
                finding.nodes[0]!.scrollIntoView({ block: 'center' });
                show(finding.nodes[0]!);
              }}
            >
              {t('action.scroll')}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
