/** Picks data paths from a tree of the data sources, without knowledge of the path syntax. */
import { useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { pathsIn } from '../../../../src/utils/editing/model/data-paths';
import { usePicker } from '../context';
import { useLoaded } from '../../ui-kit/load';
import { bindingOf } from '../modes';
import { Empty, Failed, Note } from '../state';
import { listOf, pathOf, type Choice } from './choice';
import { Entries } from './entries';
import { fieldsOf } from './fields';
import { find, isPath, keysOf } from './find';
import { useData } from './sources';
import { TreeView } from './tree-view';
import { valueAt, type Keys } from './tree';
import { isCompositionKey } from '../../ui-kit/composition';

/** Maximum number of results, and of characters of each. */
const MAX_RESULTS = 5;
const MAX_LENGTH = 200;

const sampleText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, MAX_LENGTH);

/** The values that a path finds. */
function Results({ path, data }: { readonly path: string; readonly data: object }): ReactNode {
  const { options, messages } = usePicker();
  const { t } = messages;
  const { scope } = options;
  const isRepeat = bindingOf(options) === 'repeat';
  const read = useCallback(() => find({ path, scope, data, isRepeat }), [path, scope, data, isRepeat]);
  const { value: found } = useLoaded(read);
  if (!found) return <Note>{t('list.loading')}</Note>;
  return (
    <div className="finds" role="group" aria-label={t('data.finds')}>
      <p className="finds__title">
        {found.length
          ? isRepeat
            ? t('data.count', { count: found.length })
            : t('data.finds')
          : t('data.findsNothing')}
      </p>
      <ul className="finds__list">
        {found.slice(0, MAX_RESULTS).map((value, index) => (
          <li key={index} className="finds__value" dir="auto">
            {sampleText(value)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The data settings for a source of the page, isolated as left-to-right text. */
const settingOf = (id: string): string =>
  `\u2066${JSON.stringify(id)}: {"url": ${JSON.stringify(`datasource:${id}`)}}\u2069`;

/** Whether a path begins with a source. */
const isInside = (path: string, id: string): boolean =>
  path.startsWith(id) && /^(?:$|[.[])/.test(path.slice(id.length));

export function Data(): ReactNode {
  const { options, messages, pick } = usePicker();
  const { t } = messages;
  const { value: pickable, error, retry } = useData();
  const data = pickable?.data;
  const { scope, variant } = options;
  const binding = bindingOf(options);
  const readScope = useCallback(() => Promise.resolve({ keys: keysOf(scope) }), [scope]);
  const scopeKeys = useLoaded(readScope).value?.keys;
  const [choice, setChoice] = useState<Choice>();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const listId = useId();
  // Other data invalidate the choice.
  useEffect(() => setChoice(undefined), [data]);

  if (error) return <Failed error={error} retry={retry} />;
  if (!data || Object.keys(data).length === 0) return <Empty isLoading={!data} />;
  const built = choice && pathOf(data, choice, binding, scopeKeys);
  const path = (typed ?? built ?? options.value).trim();
  const source = pickable?.unnamed.find((id) => isInside(path, id));
  const list = choice && listOf(data, choice.keys, binding, scopeKeys);
  const entry = list && choice.keys[list.length];
  const change = (choice: Choice): void => {
    setChoice(choice);
    setTyped(undefined);
    setProblem(undefined);
  };
  const choose = (keys: Keys): void =>
    change({ keys, mode: 'all', range: { from: 1, to: undefined }, filter: undefined });
  const pickPath = async (): Promise<void> => {
    if (!isPath(path)) return setProblem(t('data.misspelt', { path }));
    const found = await find({ path, scope, data, isRepeat: binding === 'repeat' });
    pick({ value: path, item: binding === 'repeat' ? found : found[0] }, path);
  };
  return (
    <div className={variant === 'compact' ? 'mode' : 'mode mode--beside'}>
      <TreeView data={data} chosen={choice?.keys} choose={choose} />
      <div className="builder">
        {list && (
          <Entries
            choice={choice}
            binding={binding}
            fields={fieldsOf(valueAt(data, list) as unknown[])}
            number={typeof entry === 'number' ? entry + 1 : 1}
            change={change}
          />
        )}
        {choice && built === undefined && <Note>{t('data.chooseList')}</Note>}
        {!choice && !path && <Note>{t(binding === 'repeat' ? 'data.chooseList' : 'data.chooseValue')}</Note>}
        <label className="field">
          <span className="field__name">{t('data.path')}</span>
          <input
            className="field__input path__text"
            name="path"
            value={typed ?? built ?? options.value}
            list={listId}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            aria-invalid={problem ? true : undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isCompositionKey(event.nativeEvent)) return;
              // Prevents the submission of a form around the picker.
              event.preventDefault();
              if (path) void pickPath();
            }}
          />
          <datalist id={listId}>
            {pathsIn(data)[binding === 'repeat' ? 'lists' : 'values'].map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          {problem && (
            <span className="field__wrong" role="alert">
              {problem}
            </span>
          )}
        </label>
        {path && <Results path={path} data={data} />}
        {source && <Note>{t('data.unnamed', { setting: settingOf(source) })}</Note>}
        <div className="actions">
          <button className="button button--main" type="button" disabled={!path} onClick={() => void pickPath()}>
            {t('data.use')}
          </button>
        </div>
      </div>
    </div>
  );
}
