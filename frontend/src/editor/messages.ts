/** The messages of the editor: of its tools, and of its panels, which are loaded with them. */
import catalog from '../messages/editor.json';
import panelCatalog from '../messages/editor-panels.json';
import { preferredLanguage } from '../ui-kit/language';
import { loadMessages } from '../ui-kit/messages';
import type { EditorMessages } from './types';

/** Loads those of the tools, in the language of whoever edits. Those of panels are added before a panel shows. */
export const loadEditorMessages = async (frontend: string): Promise<EditorMessages> =>
  (await loadMessages(catalog, preferredLanguage(frontend))) as EditorMessages;

export const addPanelMessages = (messages: EditorMessages): Promise<void> => messages.add(panelCatalog);

export const hasPanelMessages = (messages: EditorMessages): boolean => messages.has(panelCatalog);
