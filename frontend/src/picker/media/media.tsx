/** Lists, searches and uploads the host's pictures, and picks one with its alternative text. */
import { useCallback, useEffect, useEffectEvent, useRef, useState, type DragEvent, type ReactNode } from 'react';
import type { Picture } from '../../../../src/utils/gateway/catalog/catalog';
import { SearchField } from '../../ui-kit/search-field';
import { usePicker, type Picker } from '../context';
import { VirtualList } from '../list/virtual-list';
import { usePages } from '../../ui-kit/load';
import { Empty, Failed } from '../state';
import { BoundChoice } from './bound-choice';
import { Current } from './current';
import { hostURL, smallestVariant } from './pictures';
import { useUploads } from './use-uploads';
import { isCompositionKey } from '../../ui-kit/composition';

interface ChosenProps {
  readonly picture: Picture;
  /** Increases with each choice, so that the text field gets the focus. */
  readonly choiceCount: number;
  readonly pick: Picker['pick'];
  readonly isOwn: boolean | undefined;
  /** The choice for a data-bound picture. */
  readonly children: ReactNode;
  /** Called when the text changes. */
  onEdit(): void;
}

/** The chosen picture and its alternative text. */
function Chosen({ picture, choiceCount, pick, isOwn, children, onEdit }: ChosenProps): ReactNode {
  const { shell, messages } = usePicker();
  const { t } = messages;
  const [alt, setAlt] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current!.focus(), [choiceCount]);
  const { name, width, height, src } = picture;
  const submit = (): void => {
    const url = hostURL(src, shell.frontend);
    const srcset = picture.variants.map((each) => ({ ...each, src: hostURL(each.src, shell.frontend) }));
    pick({ value: url, item: { ...picture, src: url, variants: srcset, alt: alt.trim(), isOwn } }, name);
  };
  return (
    <div className="chosen" role="group" aria-label={name}>
      <img className="chosen__image" src={hostURL(smallestVariant(picture), shell.frontend)} alt="" />
      <div className="chosen__text">
        <p className="card__name">{name}</p>
        <p className="card__more">{t('media.size', { width, height })}</p>
        <label className="field">
          <span className="field__name">{t('media.alt')}</span>
          <input
            ref={field}
            className="field__input"
            value={alt}
            maxLength={1000}
            dir="auto"
            onChange={(event) => {
              setAlt(event.target.value);
              onEdit();
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isCompositionKey(event.nativeEvent)) return;
              event.preventDefault();
              submit();
            }}
          />
          <span className="field__hint">{t('media.altHint')}</span>
        </label>
        {children}
        <div className="actions">
          <button className="button button--main" type="button" onClick={submit}>
            {t('media.use')}
          </button>
        </div>
      </div>
    </div>
  );
}

/** Whether files are dragged. Other drags belong to the fields: a dragged text is dropped into them. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

export function Media(): ReactNode {
  const picker = usePicker();
  const { shell, options, messages, catalog, setLabel } = picker;
  const { library, frontend } = shell;
  const { t } = messages;
  const { value, variant } = options;
  const isCompact = variant === 'compact';
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const [chosen, setChosen] = useState<Picture>();
  const [choiceCount, setTurn] = useState(0);
  const [isDragOver, setDragOver] = useState(false);
  const [isOwn, setOwn] = useState<boolean>();
  const binding = shell.use?.picture?.binding;
  const bindingChoice = binding && <BoundChoice binding={binding} isOwn={isOwn} choose={setOwn} />;
  const fileInput = useRef<HTMLInputElement>(null);
  const load = useCallback(
    (after: string | undefined, signal: AbortSignal) =>
      catalog.pictures(library, { search, signal, ...(after ? { after } : {}) }),
    [catalog, library, search],
  );
  const [{ items, isLoading, isStale, isWhole, error }, pages] = usePages(load, true);
  useEffect(() => setActive(0), [load]);
  const loadMore = useCallback(() => pages.more(), [pages]);
  const urlOf = (picture: Picture): string => hostURL(picture.src, frontend);
  const name = value ? items.find((each) => urlOf(each) === value)?.name : undefined;
  useEffect(() => {
    if (name) setLabel(name);
  }, [name, setLabel]);

  /** Whether the user has edited the chosen or the current picture. An uploaded picture then does not replace it. */
  const isEdited = useRef(false);
  const markEdited = (): void => void (isEdited.current = true);
  const { uploading, failures, send, keep } = useUploads((picture, isFirst) => {
    pages.add(picture, ({ id }) => id === picture.id);
    const isNext = isFirst && !isEdited.current;
    // Keeps the active entry, unless the new picture becomes active.
    setActive((index) => (isNext || !items.length ? 0 : index + 1));
    // Does not discard the text of another picture.
    if (isNext) setChosen(picture);
  });
  const pick: Picker['pick'] = (...args) => {
    // Uploads in progress continue after a pick, although it closes the picker.
    keep(true);
    const isPicked = picker.pick(...args);
    keep(isPicked);
    return isPicked;
  };
  // Files given by the picker's user are sent once.
  const sendInitialFiles = useEffectEvent(() => send(shell.use?.files));
  useEffect(() => sendInitialFiles(), []);

  return (
    <div
      className={isDragOver ? 'mode mode--over' : 'mode'}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        setDragOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        send(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        const { files, types } = event.clipboardData;
        // Pasted text goes into the fields.
        if (!files.length || types.includes('text/plain')) return;
        event.preventDefault();
        send(files);
      }}
    >
      {shell.use?.picture && !chosen && (
        <Current picture={shell.use.picture} pick={pick} isOwn={isOwn} onEdit={markEdited}>
          {bindingChoice}
        </Current>
      )}
      <div className="mode__tools">
        <SearchField label={t('search.label')} onSearch={setSearch} />
        <div className="upload">
          <button className="button" type="button" onClick={() => fileInput.current!.click()}>
            {t('media.upload')}
          </button>
          {!isCompact && <span className="upload__hint">{t('media.drop')}</span>}
          <input
            ref={fileInput}
            type="file"
            accept="image/jpeg,image/png,image/gif,image/webp,image/avif"
            multiple
            hidden
            aria-label={t('media.upload')}
            onChange={(event) => {
              send(event.target.files);
              // Allows the same file to be selected again.
              event.target.value = '';
            }}
          />
        </div>
      </div>
      {uploading && (
        <div className="uploading">
          <label className="field">
            <span className="field__name">{t('media.uploading', { name: uploading.name })}</span>
            <progress className="uploading__bar" max={1} value={uploading.sent} />
          </label>
          <button className="button button--small" type="button" onClick={uploading.cancel}>
            {t('action.cancel')}
          </button>
        </div>
      )}
      {failures.map((text) => (
        <p key={text} className="note note--wrong" role="alert">
          {text}
        </p>
      ))}
      {items.length === 0 ? (
        !error && <Empty isLoading={isLoading} search={search} />
      ) : (
        <VirtualList
          label={t('mode.media')}
          roles={['listbox', 'option']}
          count={items.length}
          isOpenEnded={!isWhole}
          isStale={isStale}
          columnWidth={isCompact ? 7 : 10}
          rowHeight={isCompact ? 6.5 : 10}
          active={Math.min(active, items.length - 1)}
          setActive={setActive}
          keyOf={(index) => items[index]!.id}
          nameOf={(index) => items[index]!.name}
          attributesOf={(index) => ({
            'aria-selected': items[index]!.id === chosen?.id || urlOf(items[index]!) === value,
            'aria-label': items[index]!.name,
          })}
          choose={(index) => {
            // During an upload, an explicit choice takes precedence over the uploaded picture.
            if (items[index]!.id !== chosen?.id) isEdited.current = uploading !== undefined;
            setChosen(items[index]);
            setTurn(choiceCount + 1);
          }}
          onEnd={loadMore}
          draw={(index) => (
            <div className="card">
              <div className="picture">
                <img
                  className="picture__image picture__image--whole"
                  src={hostURL(smallestVariant(items[index]!), frontend)}
                  alt=""
                  loading="lazy"
                  decoding="async"
                />
              </div>
              {!isCompact && (
                <div className="card__text">
                  <span className="card__name" dir="auto">
                    {items[index]!.name}
                  </span>
                </div>
              )}
            </div>
          )}
        />
      )}
      {error && <Failed error={error} retry={() => pages.more(true)} />}
      {chosen && (
        <Chosen
          key={chosen.id}
          picture={chosen}
          choiceCount={choiceCount}
          pick={pick}
          isOwn={isOwn}
          onEdit={markEdited}
        >
          {bindingChoice}
        </Chosen>
      )}
    </div>
  );
}
