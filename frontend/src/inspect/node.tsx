/** Explains the content of a picked element. */
import type { ReactNode } from 'react';
import type { Explanation, BindingReport } from '../../../src/utils/inspect/types';
import { parentOf } from '../../../src/utils/element/inherit';
import { outcomeText, targetText } from './bindings';
import { useInspector, type ItemProps } from './context';
import { BindingExplanation } from './binding-explanation';
import { nameOf } from './highlight';

interface NodeProps extends ItemProps {
  readonly element: Element | undefined;
}

/** The ancestors of an element, from the component on. */
function pathOf(element: Element, component: Element): Element[] {
  const path: Element[] = [];
  for (let ancestor: Element | null = element; ancestor; ancestor = parentOf(ancestor)) {
    path.unshift(ancestor);
    if (ancestor === component) return path;
  }
  return path;
}

/** The bindings of an element, and the innermost content binding around it whose markup contains it. */
function reasonsFor(
  element: Element,
  { findings }: Explanation,
): { readonly own: readonly BindingReport[]; readonly around: BindingReport | undefined } {
  const own = findings.filter(({ nodes }) => nodes.includes(element));
  const around = findings.findLast(
    ({ nodes, target, outcome }) =>
      target === 'content' && outcome === 'markup' && nodes.some((node) => node !== element && node.contains(element)),
  );
  return { own, around };
}

export function Node({ item, element }: NodeProps): ReactNode {
  const { messages, highlight, show } = useInspector();
  const { t } = messages;
  if (!element) return <p className="note">{t('node.none')}</p>;
  if (!element.isConnected) return <p className="note">{t('node.gone')}</p>;
  const { explanation } = item;
  const { own, around } = reasonsFor(element, explanation);
  const repeats = explanation.findings.filter(({ target, nodes }) => target === 'repeat' && nodes.includes(element));
  const reason = own.length
    ? 'bound'
    : around
      ? 'inside'
      : explanation.state === 'children' || element === item.element
        ? 'children'
        : 'static';
  const position = (
    own.find(({ target }) => target !== 'repeat') ??
    explanation.findings.find(
      ({ nodes, positions }) => positions.length > 0 && nodes.some((node) => element.contains(node)),
    )
  )?.positions.at(-1);
  return (
    <div className="node">
      <nav className="crumbs" aria-label={t('node.path')}>
        {pathOf(element, item.element).map((each, index, path) => (
          <button
            key={index}
            className="crumb"
            type="button"
            dir="ltr"
            aria-current={index === path.length - 1 ? 'true' : undefined}
            onClick={() => show(each)}
            onPointerEnter={() => highlight.show(each)}
            onPointerLeave={() => highlight.show()}
            onFocus={() => highlight.show(each)}
            onBlur={() => highlight.show()}
          >
            {nameOf(each)}
          </button>
        ))}
      </nav>
      <p className="node__reason">{t(`node.${reason}`)}</p>
      {own.length === 0 && position && repeats.length === 0 && (
        <p className="quiet">
          {t('place', { index: position.index + 1, count: position.count, scope: position.scope })}
        </p>
      )}
      <ul className="reasons">
        {(own.length ? own : around ? [around] : []).map((finding, index) => (
          <li key={index} className="reason">
            <p className="reason__head">
              <code dir="ltr">
                {finding.attribute}=&quot;{finding.path}&quot;
              </code>{' '}
              <span className="quiet">{targetText(finding, messages)}</span>{' '}
              <span className={`outcome outcome--${finding.outcome}`}>{outcomeText(finding, messages)}</span>
            </p>
            <BindingExplanation finding={finding} />
          </li>
        ))}
      </ul>
    </div>
  );
}
