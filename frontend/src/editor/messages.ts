/** Loads the messages of the editor. Those of panels are a separate catalog. */
import catalog from '../messages/editor.json';
import panelCatalog from '../messages/editor-panels.json';
import { preferredLanguage } from '../ui-kit/language';
import { loadMessages } from '../ui-kit/messages';
import type { EditorMessages } from './types';

/** Loads the messages of the toolbars in the user's language. Those of panels are added before a panel opens. */
export const loadEditorMessages = async (frontend: string): Promise<EditorMessages> =>
  (await loadMessages(catalog, preferredLanguage(frontend))) as EditorMessages;

export const addPanelMessages = (messages: EditorMessages): Promise<void> => messages.add(panelCatalog);

export const hasPanelMessages = (messages: EditorMessages): boolean => messages.has(panelCatalog);
