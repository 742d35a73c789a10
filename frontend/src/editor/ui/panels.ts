/**
 * The panels, dialogs and menus of the editor, and the code of rare actions. They load together, after the editor is
 * ready: as separate modules, they and what they share were more than fifty small files.
 */
export { handleEscape } from '../handle-escape';
export { moveInterface } from '../move-interface';
export { ConflictPanel, UpstreamPanel } from './compare/compare';
export { ConfirmDialog } from './confirm-dialog';
export { DataBindings, PathPanel } from './data-bindings';
export { DraftPreview, WidthPreview } from './draft-preview';
export { LanguagePanel } from './language-panel';
export { LinkPanel } from './link-panel';
export { LintPanel, loadCheckMessages } from './lint/lint-panel';
export { mainMenuItems } from './main-menu';
export { MenuList } from './menu-list';
export { loadPickerMessages } from './pickers/dialog';
export { HistoryPanel } from './pickers/history';
export { ImagePanel } from './pickers/image';
export { InsertPanel } from './pickers/insert';
export { ThemePanel } from './pickers/theme';
export { Presence } from './presence';
export { PreviewLinksPanel } from './preview-links-panel';
export { SelectionToolbar } from './selection-toolbar';
export { ShortcutsPanel } from './shortcuts-panel';
