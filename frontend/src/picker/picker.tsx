/** The frame of a picker: the picked value, and the interface of its mode. */
import { useCallback, type ComponentType, type ReactNode } from 'react';
import { logError } from '../../../src/global/logger';
import type { PickerMode } from '../../../src/utils/frontend/types';
import { languageOf } from '../ui-kit/content-language';
import { Pickers, usePicker, type Picker } from './context';
import { useLoaded } from '../ui-kit/load';
import { Failed, Note } from './state';

const MODE_LOADERS: Readonly<Record<PickerMode, () => Promise<ComponentType>>> = Object.freeze({
  theme: async () => (await import('./theme/themes')).Themes,
  component: async () => (await import('./component/components')).Components,
  data: async () => (await import('./data/data')).Data,
  media: async () => (await import('./media/media')).Media,
  revision: async () => (await import('./revision/revisions')).Revisions,
});

/** Loaded modes, which render without a delay. */
const loadedModes: Partial<Record<PickerMode, ComponentType>> = {};

async function load(mode: PickerMode): Promise<ComponentType> {
  try {
    return (loadedModes[mode] ??= await MODE_LOADERS[mode]());
  } catch (error) {
    logError(`Could not load a part of the picker, ${mode}`, error);
    throw error;
  }
}

/** Preloads modes, since the host may be unavailable later. */
export const loadModes = (modes: readonly PickerMode[]): void => void Promise.allSettled(modes.map(load));

/** Loads a mode when it is first shown. */
function Mode({ mode }: { readonly mode: PickerMode }): ReactNode {
  const { t } = usePicker().messages;
  const { value, error, retry } = useLoaded(useCallback(() => load(mode), [mode]));
  const ModeComponent = loadedModes[mode] ?? value;
  if (ModeComponent) return <ModeComponent />;
  return error ? <Failed error={error} retry={retry} /> : <Note>{t('list.loading')}</Note>;
}

/** The title bar: the picked value by name, and buttons. */
function Head({ label }: { readonly label: string }): ReactNode {
  const { shell, options, messages, pick } = usePicker();
  const { use } = shell;
  const { placeholder, dialog, value, mode, disabled } = options;
  const { t } = messages;
  return (
    <div className="frame__bar">
      <p className="frame__title">{use ? use.title : value ? label || value : placeholder}</p>
      <div className="frame__actions">
        {value && mode === 'component' && (
          <a
            className="button button--link"
            href={`${shell.frontend}/preview.html?${new URLSearchParams({ feaasSrc: value, lang: languageOf(shell.element) })}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('action.preview')}
          </a>
        )}
        {value && mode !== 'theme' && !disabled && (!use || mode === 'data') && (
          <button className="button" type="button" onClick={() => pick({ value: '', item: null }, '')}>
            {t('action.remove')}
          </button>
        )}
        {dialog && (
          <button className="button frame__close" type="button" onClick={shell.close}>
            {t('action.close')}
          </button>
        )}
      </div>
    </div>
  );
}

export interface InterfaceProps {
  readonly picker: Picker;
  /** Label of the value. */
  readonly label: string;
  /** The text for screen readers. */
  readonly announcement: string;
  /** Why the picker is unusable. */
  readonly problem: string | undefined;
  /** Why the last pick was refused. */
  readonly refusal: string | undefined;
}

export function Interface({ picker, label, announcement, problem, refusal }: InterfaceProps): ReactNode {
  const { options, messages } = picker;
  const { mode, variant } = options;
  return (
    <Pickers value={picker}>
      {/* A group instead of a landmark, since a page may have many pickers. */}
      <div
        className={`surface frame${variant === 'compact' ? ' frame--compact' : ''}`}
        role="group"
        aria-label={messages.t(`mode.${mode}`)}
        lang={messages.language}
        dir={messages.direction}
      >
        <Head label={label} />
        <div className="frame__place">
          {problem === undefined ? (
            <Mode mode={mode} />
          ) : (
            <p className="note note--wrong" role="alert">
              {problem}
            </p>
          )}
          {refusal && (
            <p className="note note--wrong" role="alert">
              {refusal}
            </p>
          )}
        </div>
        <p className="said" role="status">
          {announcement}
        </p>
      </div>
    </Pickers>
  );
}
