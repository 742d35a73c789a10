/** Explains one binding: the paths that were tried, the available values, and what the sanitizer removed. */
import type { ReactNode } from 'react';
import type { BindingReport, SanitizerChange, Trace } from '../../../src/utils/inspect/types';
import { useInspector } from './context';
import type { InspectorMessageValues } from '../messages/inspector.json';
import type { InspectorMessages } from './messages';

/** Maximum number of characters of a value. */
const LENGTH = 600;

/** A value as text or JSON, shortened. */
export function valueText(value: unknown, length = LENGTH): string | undefined {
  if (value === undefined) return undefined;
  let text: string;
  try {
    text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  } catch {
    text = String(value);
  }
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

type RuleKey = Extract<keyof InspectorMessageValues, `rule.${string}`>;

/** The message of each rule of the sanitizer (`src/utils/template/policy.ts`). */
const RULES: Readonly<Record<string, RuleKey>> = Object.freeze({
  'is an event handler': 'rule.handler',
  'carries code': 'rule.code',
  'chooses what the element loads': 'rule.loads',
  'holds an address that is not allowed': 'rule.address',
  'holds a style that is not allowed': 'rule.style',
  'hides a member of its document or form': 'rule.name',
  'is not a valid attribute name': 'rule.attribute',
  'is a binding, which data can not make': 'rule.binding',
});

function lossText({ kind, name, on }: SanitizerChange, { t }: InspectorMessages): string {
  return t(`loss.${kind}`, { name, on: on ?? '' });
}

function Losses({ losses }: { readonly losses: readonly SanitizerChange[] }): ReactNode {
  const { messages } = useInspector();
  if (losses.length === 0) return null;
  return (
    <div className="losses">
      <p className="why__label">{messages.t('loss.label')}</p>
      <ul className="losses__list">
        {losses.map((loss, index) => (
          <li key={index} className={`loss loss--${loss.kind}`}>
            <code dir="ltr">{lossText(loss, messages)}</code>
            {loss.kind !== 'structure' && (
              <span className="quiet">{messages.t(RULES[loss.reason ?? ''] ?? 'rule.other')}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function endText({ end, from }: Trace, { t }: InspectorMessages): string | undefined {
  if (!end) return undefined;
  const { after, name, kind } = end;
  if (kind !== 'object' && kind !== 'list' && after) return t('end.kind', { after, kind });
  return after ? t('end.member', { after, name }) : t(from === 'data' ? 'end.start' : 'end.item', { name });
}

function TraceView({ trace }: { readonly trace: Trace }): ReactNode {
  const { messages } = useInspector();
  const { t } = messages;
  const { tries, found, end, from } = trace;
  return (
    <div className="looked">
      <p className="why__label">{t(`trace.${from}`)}</p>
      <ol className="tries">
        {tries.slice(0, found < 0 ? undefined : found + 1).map((each, index) => (
          <li key={index} className={index === found ? 'try try--found' : 'try'}>
            <code dir="ltr">{each}</code>
          </li>
        ))}
      </ol>
      {end && (
        <p className="end">
          {endText(trace, messages)} {end.meant && <strong>{t('end.meant', { meant: end.meant })}</strong>}
          {end.has.length > 0 && <span className="quiet"> {t('end.has', { names: end.has.join(', ') })}</span>}
        </p>
      )}
    </div>
  );
}

/** The whole explanation for one place of the binding. */
export function BindingExplanation({ finding }: { readonly finding: BindingReport }): ReactNode {
  const { messages } = useInspector();
  const { t } = messages;
  const { outcome, trace, value, sanitizerReport, positions } = finding;
  const text = valueText(value);
  const position = positions.at(-1);
  return (
    <div className="why">
      <p className="why__text">{t(`why.${outcome}`)}</p>
      {position && (
        <p className="quiet">
          {t('place', { index: position.index + 1, count: position.count, scope: position.scope })}
        </p>
      )}
      {trace ? <TraceView trace={trace} /> : finding.target !== 'data' && <p className="wrong">{t('trace.invalid')}</p>}
      {text !== undefined && (
        <div>
          <p className="why__label">{t('value.label')}</p>
          <pre className="value value--block" dir="auto" tabIndex={0}>
            {text}
          </pre>
        </div>
      )}
      <Losses losses={sanitizerReport} />
    </div>
  );
}
