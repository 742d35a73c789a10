/** Lists the keyboard shortcuts. */
import type { ReactNode } from 'react';
import type { TextKey } from '../../../../src/utils/editing/messages/messages';
import { isMark, keysOf, type Shortcut } from '../shortcuts';
import { BUTTON_MARK_TYPES } from '../../../../src/utils/editing/model/mark-registry';
import { useEditor } from './context';
import { Modal } from './modal';

/** Each shortcut and the key of its label. */
const ROWS: readonly (readonly [Shortcut, TextKey])[] = [
  ['save', 'save.save'],
  ['undo', 'tool.undo'],
  ['redo', 'tool.redo'],
  ...BUTTON_MARK_TYPES.filter(isMark).map((mark) => [mark, `tool.${mark}`] as const),
  ['link', 'tool.link'],
  ['cross', 'keys.cross'],
  ['up', 'block.up'],
  ['down', 'block.down'],
  ['duplicate', 'block.duplicate'],
  ['shortcuts', 'keys.title'],
  ['close', 'action.close'],
];

export function ShortcutsPanel(): ReactNode {
  const { messages } = useEditor().controller;
  const { t } = messages;
  return (
    <Modal title={t('keys.title')}>
      <dl className="keys" tabIndex={0} aria-label={t('keys.title')}>
        {ROWS.map(([shortcut, label]) => (
          <div key={label} className="keys__row">
            <dt>{t(label)}</dt>
            <dd className="keys__keys" dir="ltr">
              {keysOf(shortcut, messages).map((key) => (
                <kbd key={key} className="key">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
