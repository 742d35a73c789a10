/** Chooses the editor's language, independent of the page's. */
import { useState, type ReactNode } from 'react';
import { chosenLanguage, chooseLanguage, LANGUAGES, type Language } from '../../ui-kit/language';
import { addPanelMessages, loadEditorMessages } from '../messages';
import { useEditor } from './context';
import { reportMissingPart } from './missing-part';
import { Modal } from './modal';

/** The name of each language in itself. */
const NAMES: Readonly<Record<(typeof LANGUAGES)[number], string>> = Object.freeze({
  en: 'English',
  de: 'Deutsch',
  ja: '日本語',
  ar: 'العربية',
});

export function LanguagePanel(): ReactNode {
  const { controller } = useEditor();
  const { store, messages, shell } = controller;
  const { t } = messages;
  const [chosen, setChosen] = useState(() => chosenLanguage(shell.frontend));
  const choose = async (language: Language | undefined): Promise<void> => {
    const previous = chosen;
    setChosen(language);
    chooseLanguage(shell.frontend, language);
    try {
      const loaded = await loadEditorMessages(shell.frontend);
      await addPanelMessages(loaded);
      Object.assign(messages, loaded);
      // Renders everything again.
      store.set({});
    } catch (error) {
      // The interface keeps its language, so the choice is not stored either.
      setChosen(previous);
      chooseLanguage(shell.frontend, previous);
      reportMissingPart(controller, 'messages of the language', error);
    }
  };
  return (
    <Modal title={t('language.title')}>
      <p className="dialog__text dialog__text--more">{t('language.explain')}</p>
      <fieldset className="languages" aria-label={t('language.title')}>
        {([undefined, ...LANGUAGES] as const).map((language) => (
          <label key={language ?? ''} className="width" lang={language}>
            <input type="radio" name="language" checked={chosen === language} onChange={() => void choose(language)} />
            {language ? NAMES[language] : t('language.browser')}
          </label>
        ))}
      </fieldset>
    </Modal>
  );
}
